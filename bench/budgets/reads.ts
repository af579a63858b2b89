import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Budget, Measurement } from '../budget.ts'
import { type Api, signIn } from '../server/api.ts'
import { longestBlock } from '../server/event-loop.ts'
import { startServer } from '../server/start-server.ts'

const SERIES = 132
const ROWS = 2_000
const TRAINED_ROWS = 300

/** Reads that a page and a script make of a wide detection. No read may block other requests. */
export const readsBudget: Budget = {
  name: 'reads',
  title: `Reads of a detection of ${SERIES} series × ${ROWS.toLocaleString('en')} rows`,
  async run(scratch) {
    const server = await startServer({ data: join(scratch, 'reads') })
    try {
      const api = await signIn(server.origin)
      const id = await detectWide(api, scratch)
      return await measureReads(server.origin, api, id)
    } finally {
      await server.stop()
    }
  },
}

async function detectWide(api: Api, scratch: string): Promise<string> {
  const training = join(scratch, 'wide-training.csv')
  const wide = join(scratch, 'wide.csv')
  writeFileSync(training, wideTable(TRAINED_ROWS, 0))
  writeFileSync(wide, wideTable(ROWS, TRAINED_ROWS))
  const fields = { uploadFileName: 'wide.csv', modelName: 'wide', modelType: 'Split' }
  await api.work('upload-training', { ...fields, filename: await api.storeFile(training) })
  const job = await api.work('upload-detection', {
    ...fields,
    pvalue: '0.9',
    cvalue: '1',
    filename: await api.storeFile(wide),
  })
  return job.result!.detectionId!
}

function wideTable(count: number, from: number): string {
  const names = Array.from({ length: SERIES }, (_, k) => `m${k % 44}[n${Math.floor(k / 44)}]`)
  const lines = Array.from({ length: count }, (_, k) => {
    const row = from + k
    const values = names.map((_, j) => (40 + j + 5 * Math.sin(row / 9 + j) + 2 * noise(row, j)).toFixed(3))
    return [1_792_368_000_000 + row * 60_000, ...values].join(',')
  })
  return `timestamp,${names.join(',')}\n${lines.join('\n')}\n`
}

/** Between -1 and 1, the same every time. */
function noise(row: number, column: number): number {
  const mixed = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return 2 * (mixed - Math.floor(mixed)) - 1
}

async function measureReads(origin: string, api: Api, id: string): Promise<Measurement[]> {
  const reads: [what: string, path: string][] = [
    ['series, 2,000 buckets of all', `detections/${id}/series?buckets=2000`],
    ['list of detections', 'detections'],
    ['the detection with its periods', `detections/${id}`],
    ['picture of a metric', `detections/${id}/chart?metric=m7`],
  ]
  const measured: Measurement[] = []
  for (const [what, path] of reads) {
    let bytes = 0
    let ms = 0
    const blocked = await longestBlock(origin, async () => {
      const began = performance.now()
      bytes = await api.read(path)
      ms = performance.now() - began
    })
    measured.push({
      what: `${what}: event loop held up at most`,
      unit: 'ms',
      measured: blocked,
      goal: { atMost: 50 },
      note: `${(bytes / 1e6).toFixed(1)} MB in ${ms.toFixed(0)} ms`,
    })
  }
  return measured
}
