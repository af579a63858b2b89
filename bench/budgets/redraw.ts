import { join } from 'node:path'
import type { Budget, Measurement } from '../budget.ts'
import { writeSpikes } from '../files.ts'
import { type Api, signIn } from '../server/api.ts'
import { readLoopLag } from '../server/loop-lag.ts'
import { startServer } from '../server/start-server.ts'
import { median } from '../statistics.ts'

const ROWS = 1_000_000
/** Findings of a file, and what re-drawing them may take; of very many, at most so many times what reading the stored ones takes. */
const FILES = [
  { findings: 100, goal: { atMost: 300 } },
  { findings: 5_000, byStored: { atMost: 3 } },
]
/** None of them is the stored one, which is 0.99. */
const PVALUES = [0.995, 0.98, 0.999, 0.985, 0.996, 0.97, 0.998, 0.975]
const FIELDS = { uploadFileName: 'spikes.csv', modelName: 'redraw', modelType: 'Holistic' }

export const redrawBudget: Budget = {
  name: 'redraw',
  title: 'Findings of 3 series × 1,000,000 rows, for another sensitivity',
  async run(scratch) {
    const server = await startServer({ data: join(scratch, 'redraw') })
    try {
      const api = await signIn(server.origin)
      const training = join(scratch, 'redraw-training.csv')
      writeSpikes(training, { rows: 3000, spikes: 0 })
      await api.work('upload-training', { ...FIELDS, filename: await api.storeFile(training) })
      const measured: Measurement[] = []
      for (const { findings, goal, byStored } of FILES) {
        const path = `detections/${await detectSpikes(api, scratch, findings)}`
        const stored = await timeReads(api, Array<string>(PVALUES.length).fill(path))
        await readLoopLag(server.origin)
        const redrawn = await timeReads(
          api,
          PVALUES.map((pvalue) => `${path}?pvalue=${pvalue}`),
        )
        const held = await readLoopLag(server.origin)
        const what = `${findings.toLocaleString('en-US')} findings`
        measured.push(
          { what: `${what}, median`, unit: 'ms', measured: median(redrawn), ...(goal && { goal }) },
          {
            what: `${what}, by reading the stored ones`,
            unit: '×',
            measured: median(redrawn) / median(stored),
            ...(byStored && { goal: byStored }),
            note: `stored ones in ${median(stored).toFixed(0)} ms`,
          },
          { what: `${what}, event loop held`, unit: 'ms', measured: held, goal: { atMost: 50 } },
        )
      }
      return measured
    } finally {
      await server.stop()
    }
  },
}

async function detectSpikes(api: Api, scratch: string, spikes: number): Promise<string> {
  const file = join(scratch, `redraw-${spikes}.csv`)
  writeSpikes(file, { rows: ROWS, spikes })
  const { result } = await api.work('upload-detection', { ...FIELDS, filename: await api.storeFile(file) })
  const id = result!.detectionId!
  const { detection } = await api.get<{ detection: { periodCount: number } }>(`detections/${id}`)
  if (detection.periodCount < spikes)
    throw new Error(`only ${detection.periodCount} periods were found: it measures the wrong thing`)
  return id
}

async function timeReads(api: Api, paths: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const path of paths) {
    const began = performance.now()
    await api.read(path)
    times.push(performance.now() - began)
  }
  return times
}
