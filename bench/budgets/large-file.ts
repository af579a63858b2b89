import { join } from 'node:path'
import type { Budget, Measurement } from '../budget.ts'
import { LARGE_ROWS, largeFile, writeSmallFile } from '../files.ts'
import { type Api, signIn } from '../server/api.ts'
import { anonymousMb, watchMemory } from '../server/memory.ts'
import { processorSeconds } from '../server/processor.ts'
import { type BenchServer, startServer } from '../server/start-server.ts'
import { type HealthRecord, watchHealth } from '../server/watch-health.ts'
import { quantile } from '../statistics.ts'

const UPLOAD_FILE_NAME = 'large.csv'

export const largeFileBudget: Budget = {
  name: 'large-file',
  title: 'A CSV of 200 MB, 30 × 814,000',
  async run(scratch) {
    const file = await largeFile()
    const training = join(scratch, 'large-training.csv')
    writeSmallFile(training, false)
    const server = await startServer({ data: join(scratch, 'large-file') })
    try {
      const api = await signIn(server.origin)
      const { filename, measurements } = await takeIn(api, server, file)
      return [...measurements, ...(await detect(api, server, filename, training))]
    } finally {
      await server.stop()
    }
  },
}

type Load = { seconds: number; processor: number; health: Measurement; growthMb: number }

/** Runs work while the server's memory and health are watched. */
async function underWatch<T>(server: BenchServer, work: () => Promise<T>): Promise<Load & { result: T }> {
  const before = anonymousMb(server.pid)
  const used = processorSeconds(server.pid)
  const memory = watchMemory(server.pid)
  const health = watchHealth(server.origin)
  const began = performance.now()
  try {
    const result = await work()
    const seconds = (performance.now() - began) / 1000
    return {
      result,
      seconds,
      processor: processorSeconds(server.pid) - used,
      health: healthFigure(await health.stop()),
      growthMb: memory.stop().all - before,
    }
  } catch (error) {
    await health.stop()
    memory.stop()
    throw error
  }
}

function healthFigure({ times, failures }: HealthRecord): Measurement {
  const failed = Object.entries(failures).map(([said, count]) => `${count} failed: ${said}`)
  const note = [`${times.length} asked, slowest ${Math.max(...times).toFixed(0)} ms`, ...failed].join('; ')
  return { what: 'GET /health meanwhile, p99', unit: 'ms', measured: quantile(times, 0.99), note }
}

async function takeIn(api: Api, server: BenchServer, file: { path: string; bytes: number }) {
  const megabytes = file.bytes / 1e6
  let received = 0
  const load = await underWatch(server, async () => {
    const began = performance.now()
    const filename = await api.storeFile(file.path)
    received = (performance.now() - began) / 1000
    await untilParsed(api, filename)
    return filename
  })
  const measurements: Measurement[] = [
    {
      what: 'received, parsed and stored',
      unit: 'MB/s',
      measured: megabytes / load.seconds,
      goal: { atLeast: 40 },
      note: `${megabytes.toFixed(0)} MB in ${load.seconds.toFixed(1)} s, received in ${received.toFixed(1)} s; ${load.processor.toFixed(1)} s of processor`,
    },
    { what: 'growth of anonymous memory meanwhile', unit: 'MB', measured: load.growthMb, goal: { atMost: 600 } },
    { ...load.health, goal: { atMost: 100 } },
  ]
  return { filename: load.result, measurements }
}

/** Asking for a file has it read; the answer comes when it is, or after a while when that takes longer. */
async function untilParsed(api: Api, filename: string): Promise<void> {
  for (let state = 'stored'; state !== 'parsed'; ) {
    state = (await api.get<{ file: { state: string } }>(`files/${filename}`)).file.state
    if (state === 'refused') throw new Error('the file was refused')
  }
}

async function detect(api: Api, server: BenchServer, filename: string, training: string): Promise<Measurement[]> {
  const modelName = 'large'
  await api.work('upload-training', {
    uploadFileName: UPLOAD_FILE_NAME,
    modelName,
    filename: await api.storeFile(training),
  })
  const load = await underWatch(server, () =>
    api.work('upload-detection', { uploadFileName: UPLOAD_FILE_NAME, modelName, filename }),
  )
  return [
    {
      what: 'detection',
      unit: 'rows/s',
      measured: LARGE_ROWS / load.seconds,
      goal: { atLeast: 40_000 },
      note: `${load.seconds.toFixed(1)} s from the request to the stored result; ${load.processor.toFixed(1)} s of processor`,
    },
    { ...load.health, what: 'GET /health during detection, p99' },
    { what: 'growth of anonymous memory during detection', unit: 'MB', measured: load.growthMb },
  ]
}
