import { join } from 'node:path'
import type { Budget, Measurement } from '../budget.ts'
import { writeSmallFile } from '../files.ts'
import { type Api, signIn } from '../server/api.ts'
import { startServer } from '../server/start-server.ts'
import { median } from '../statistics.ts'

const ROUNDS = 5

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
      const times: Round[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await timeRound(api, training, detection, round))
      return figures(times)
    } finally {
      await server.stop()
    }
  },
}

type Round = { total: number; trained: number; detected: number }

/** From the first byte of the training file to the stored result, read back. No model type is named: two are trained. */
async function timeRound(api: Api, training: string, detection: string, round: number): Promise<Round> {
  const began = performance.now()
  const file = { uploadFileName: 'small.csv', modelName: `small${round}` }
  await api.work('upload-training', { ...file, filename: await api.storeFile(training) })
  const trained = performance.now()
  const job = await api.work('upload-detection', { ...file, filename: await api.storeFile(detection) })
  const detected = performance.now()
  const { detection: found } = await api.get<{ detection: { periods: unknown[] } }>(
    `detections/${job.result!.detectionId}`,
  )
  if (found.periods.length === 0) throw new Error('the detection found nothing: it measured the wrong thing')
  return {
    total: (performance.now() - began) / 1000,
    trained: (trained - began) / 1000,
    detected: (detected - trained) / 1000,
  }
}

function figures([first, ...later]: Round[]): Measurement[] {
  const goal = { atMost: 2 }
  const total = later.map((round) => round.total)
  const parts = (trained: number, detected: number) =>
    `training ${trained.toFixed(2)} s, detection ${detected.toFixed(2)} s, both with their upload`
  return [
    {
      what: 'first round of a fresh server',
      unit: 's',
      measured: first!.total,
      goal,
      note: parts(first!.trained, first!.detected),
    },
    {
      what: `median of the ${later.length} after it`,
      unit: 's',
      measured: median(total),
      goal,
      note: parts(median(later.map((round) => round.trained)), median(later.map((round) => round.detected))),
    },
    { what: 'slowest of them', unit: 's', measured: Math.max(...total), goal },
  ]
}
