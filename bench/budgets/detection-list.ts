import { join } from 'node:path'
import type { Budget, Measurement } from '../budget.ts'
import { writeSpikes } from '../files.ts'
import { type Api, signIn } from '../server/api.ts'
import { readLoopLag } from '../server/loop-lag.ts'
import { startServer } from '../server/start-server.ts'
import { median } from '../statistics.ts'

const DETECTIONS = 100
const SPIKES = 1000
const ROUNDS = 20

/** Reads of detections; each is timed, as is how long it blocked the event loop. */
const reads = [
  { what: 'list of 100 detections', path: () => 'detections?pageSize=100', goal: { atMost: 50 } },
  { what: 'search of the list', path: () => 'detections?q=spikes%20many&pageSize=6', goal: { atMost: 50 } },
  { what: 'one detection with all of its findings', path: (id: string) => `detections/${id}` },
  { what: 'a page of 50 of its findings', path: (id: string) => `detections/${id}/findings?minSeverity=1` },
]

export const detectionList: Budget = {
  name: 'detection-list',
  title: `Reading ${DETECTIONS} detections with ${SPIKES} findings each`,
  async run(scratch) {
    const server = await startServer({ data: join(scratch, 'detection-list') })
    try {
      const api = await signIn(server.origin)
      const { id, findings } = await detectSpikes(api, scratch)
      const measured: Measurement[] = []
      for (const { what, path, goal } of reads) {
        const { times, blockedMs } = await timeRead(server.origin, api, path(id))
        measured.push({ what: `${what}, median`, unit: 'ms', measured: median(times), ...(goal && { goal }) })
        measured.push({ what: `${what}, event loop held`, unit: 'ms', measured: blockedMs, goal: { atMost: 50 } })
      }
      measured[0]!.note = `${findings} findings in all, ${ROUNDS} reads each`
      return measured
    } finally {
      await server.stop()
    }
  },
}

/** The same file detected again and again. */
async function detectSpikes(api: Api, scratch: string): Promise<{ id: string; findings: number }> {
  const training = join(scratch, 'spikes-training.csv')
  const file = join(scratch, 'spikes.csv')
  writeSpikes(training, { rows: 3000, spikes: 0 })
  writeSpikes(file, { rows: 72 * SPIKES, spikes: SPIKES })
  const fields = { uploadFileName: 'spikes.csv', modelName: 'many', modelType: 'Holistic' }
  await api.work('upload-training', { ...fields, filename: await api.storeFile(training) })
  const filename = await api.storeFile(file)
  let id = ''
  for (let count = 0; count < DETECTIONS; count++)
    id = (await api.work('upload-detection', { ...fields, filename })).result!.detectionId!
  const list = await api.get<{ detections: { periodCount: number }[] }>(`detections?pageSize=${DETECTIONS}`)
  const findings = list.detections.reduce((sum, one) => sum + one.periodCount, 0)
  if (findings < DETECTIONS * SPIKES)
    throw new Error(`only ${findings} periods were found: it measures the wrong thing`)
  return { id, findings }
}

async function timeRead(origin: string, api: Api, path: string): Promise<{ times: number[]; blockedMs: number }> {
  await api.get(path)
  await readLoopLag(origin)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await api.get(path)
    times.push(performance.now() - began)
  }
  return { times, blockedMs: await readLoopLag(origin) }
}
