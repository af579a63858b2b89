import { join } from 'node:path'
import { type Budget, CannotMeasure, type Measurement } from '../budget.ts'
import { writeSeries, writeSmallFile, writeSpikes } from '../files.ts'
import { type Api, type Job, signIn } from '../server/api.ts'
import { signUp } from '../server/sign-up.ts'
import { type BenchServer, startServer } from '../server/start-server.ts'
import { median, quantile } from '../statistics.ts'

const WAKES = 100
/** Jobs of each account. */
const SHARES = [70, 10, 10, 10]

export const queueBudget: Budget = {
  name: 'queue',
  title: 'Jobs with one worker: woken, drained and shared out',
  async run(scratch) {
    const server = await startServer({ data: join(scratch, 'queue'), workers: 1 })
    try {
      const api = await signIn(server.origin)
      const burst = await timeBurst(api, scratch)
      return [...(await timeWakes(api, scratch)), burst, ...(await timeShares(server, api, scratch))]
    } finally {
      await server.stop()
    }
  },
}

/** From the row of a job to its start, one job after the other with nothing else to do. */
async function timeWakes(api: Api, scratch: string): Promise<Measurement[]> {
  const path = join(scratch, 'one.csv')
  writeSeries(path, 500)
  const fields = { uploadFileName: 'one.csv', filename: await api.storeFile(path) }
  const times: number[] = []
  for (let count = 0; count < WAKES; count++) times.push(waitOf(await api.work('upload-visualization', fields)))
  const what = 'from a job being made to its start, idle server'
  return [
    { what: `${what}, median`, unit: 'ms', measured: median(times), goal: { atMost: 20 } },
    { what: `${what}, 99th percentile`, unit: 'ms', measured: quantile(times, 0.99), note: `${WAKES} jobs` },
  ]
}

/** Eight detections at once, of 30 series × 2,043 rows each. */
async function timeBurst(api: Api, scratch: string): Promise<Measurement> {
  const [training, test] = [join(scratch, 'training.csv'), join(scratch, 'test.csv')]
  writeSmallFile(training, false)
  writeSmallFile(test, true)
  const names = { uploadFileName: 'small.csv', modelName: 'burst', modelType: 'Holistic' }
  await api.work('upload-training', { ...names, filename: await api.storeFile(training) })
  const fields = { ...names, filename: await api.storeFile(test) }
  await api.work('upload-detection', fields)
  const started = await Promise.all(Array.from({ length: 8 }, () => api.start('upload-detection', fields)))
  const jobs = await Promise.all(started.map(api.ended))
  const worked = sum(jobs.map(workOf))
  const took = Math.max(...jobs.map((job) => job.finishedAt!)) - Math.min(...jobs.map((job) => job.createdAt))
  return {
    what: '8 small detections, first made to last done, by their work',
    unit: '×',
    measured: took / worked,
    goal: { atMost: 1.3 },
    note: `${took} ms for ${worked} ms of work`,
  }
}

/**
 * A hundred jobs of four accounts wait behind one training. Of a worker that is shared out evenly, an account has as many
 * jobs done as it has itself, and of every other one as many, or all of its.
 */
async function timeShares(server: BenchServer, admin: Api, scratch: string): Promise<Measurement[]> {
  const path = join(scratch, 'two.csv')
  writeSeries(path, 8000)
  const accounts: { api: Api; fields: Record<string, string>; count: number }[] = []
  for (const [index, count] of SHARES.entries()) {
    const api = await signUp(server, `sharer${index}`)
    const fields = {
      uploadFileName: 'two.csv',
      filename: await api.storeFile(path),
      modelName: 'm',
      modelType: 'Split',
    }
    await api.work('upload-training', fields)
    accounts.push({ api, fields, count })
  }
  const gate = await startGate(admin, scratch)
  const started: Job[][] = []
  for (const { api, fields, count } of accounts)
    started.push(await Promise.all(Array.from({ length: count }, () => api.start('upload-detection', fields))))
  if ((await admin.get<{ job: Job }>(`jobs/${gate.id}`)).job.state !== 'running')
    throw new CannotMeasure('The training was over before all jobs were made.')
  const { finishedAt: openedAt } = await admin.ended(gate)
  const jobs = await Promise.all(started.map((own, index) => Promise.all(own.map(accounts[index]!.api.ended))))
  const each = sum(jobs.flat().map(workOf)) / jobs.flat().length
  const ratios = jobs.map((own) => {
    const fair = each * sum(SHARES.map((count) => Math.min(count, own.length)))
    return (Math.max(...own.map((job) => job.finishedAt!)) - openedAt!) / fair
  })
  return [
    {
      what: `${SHARES.join(', ')} jobs of four accounts: longest wait for the last one, by its fair share`,
      unit: '×',
      measured: Math.max(...ratios),
      goal: { atMost: 1.2 },
      note: `jobs of ${each.toFixed(0)} ms; by account ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
    },
  ]
}

/** A training that takes longer than it takes to make the jobs that shall wait behind it. */
async function startGate(api: Api, scratch: string): Promise<Job> {
  const path = join(scratch, 'gate.csv')
  writeSpikes(path, { rows: 200_000, spikes: 0 })
  const fields = { uploadFileName: 'gate.csv', modelName: 'gate', modelType: 'Hybrid' }
  return api.start('upload-training', { ...fields, filename: await api.storeFile(path) })
}

const waitOf = (job: Job): number => job.startedAt! - job.createdAt
const workOf = (job: Job): number => job.finishedAt! - job.startedAt!
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
