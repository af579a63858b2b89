import { join } from 'node:path'
import type { Budget, Measurement } from '../budget.ts'
import { writeSmallFile } from '../files.ts'
import { type Api, signIn } from '../server/api.ts'
import { startServer } from '../server/start-server.ts'
import { median } from '../statistics.ts'

const rounds = 5

export const trainDetect: Budget = {
  name: 'train-detect',
  title: 'Train and detect, 30 series × 2,043 rows, through the API',
  async run(scratch) {
    const training = join(scratch, 'small-training.csv')
    const detection = join(scratch, 'small-detection.csv')
    writeSmallFile(training, false)
    writeSmallFile(detection, true)
    const server = await startServer({ data: join(scratch, 'train-detect') })
    try {
      const api = await signIn(server.origin)
      const times: number[] = []
      for (let round = 0; round < rounds; round++) times.push(await timeRound(api, training, detection, round))
      return figures(times)
    } finally {
      await server.stop()
    }
  },
}

/** From the first byte of the training file to the stored result, read back. No model type is named: two are trained. */
async function timeRound(api: Api, training: string, detection: string, round: number): Promise<number> {
  const began = performance.now()
  const modelName = `small${round}`
  const file = { uploadFileName: 'small.csv', modelName }
  await api.work('upload-training', { ...file, filename: await api.storeFile(training) })
  const job = await api.work('upload-detection', { ...file, filename: await api.storeFile(detection) })
  const { detection: found } = await api.get<{ detection: { periods: unknown[] } }>(
    `detections/${job.result!.detectionId}`,
  )
  if (found.periods.length === 0) throw new Error('the detection found nothing: it measured the wrong thing')
  return performance.now() - began
}

function figures(times: number[]): Measurement[] {
  const goal = { atMost: 2 }
  return [
    { what: 'first round of a fresh server', unit: 's', measured: times[0]! / 1000, goal },
    { what: `median of the ${times.length - 1} after it`, unit: 's', measured: median(times.slice(1)) / 1000, goal },
    { what: 'slowest', unit: 's', measured: Math.max(...times) / 1000, goal },
  ]
}
