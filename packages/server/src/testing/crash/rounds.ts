import { createHash } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startServerProcess } from '../server-process.ts'
import { createTestClient, type TestClient } from '../test-client.ts'
import { createDisk } from './create-disk.ts'
import type { Disk, DiskKind } from './disk.ts'
import { ABSENT, type Expectation } from './expectation.ts'
import { type LoadClient, ROWS_OF_TABLE, work } from './load.ts'
import { addSenders } from './senders.ts'
import { askUntilServed } from './try-again.ts'

export interface CrashOptions {
  readonly kind: 'kill' | 'power'
  readonly rounds: number
  readonly seed?: number
  /** Whose power is cut; the best that the machine has by default. */
  readonly disk?: DiskKind
  /** Called with the result of each round. */
  onRound?(round: CrashRound): void
}

export interface CrashRound {
  readonly round: number
  readonly acknowledged: number
  /** Of samples and log lines. */
  readonly batches: number
  readonly losses: readonly string[]
}

export interface CrashReport {
  readonly rounds: number
  /** Things of which something was acknowledged, in all. */
  readonly acknowledged: number
  /** Of samples and log lines, acknowledged in all. */
  readonly batches: number
  readonly losses: readonly string[]
  readonly waitingJobs: number
}

const CLIENTS = 8
/** Not every old thing is looked at after every crash; the last one shows them all. */
const OLD_ONES_PER_ROUND = 40
const ENVIRONMENT = { OMEN_WORKERS: '2', OMEN_RATE_LIMIT_UPLOADS: '1000000', OMEN_MAX_WAITING_JOBS: '1000000' }

/** Crashes a server again and again while clients work on it, and compares what is there with what was acknowledged. */
export async function crashAgainAndAgain(options: CrashOptions): Promise<CrashReport> {
  const place = options.kind === 'power' ? createDisk(options.disk) : createFolder()
  const data = join(place.folder, 'data')
  const random = mulberry32(options.seed ?? 1)
  const things: Expectation[] = []
  const losses: string[] = []
  const start = () => startServerProcess(data, { ...ENVIRONMENT, ...place.environment })
  let server = await start()
  let waitingJobs = 0
  const senders = await addSenders(await server.admin())
  const countBatches = () => senders.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
  try {
    for (let round = 0; round < options.rounds; round++) {
      const admin = await server.admin()
      const loads = Array.from({ length: CLIENTS }, (_, index): LoadClient => {
        return { name: `${round}-${index}`, client: admin, things: [], random, count: 0 }
      })
      let isOver = false
      const before = countBatches()
      const { api } = server
      const working = [
        ...loads.map((load) => work(load, () => isOver)),
        ...senders.map((sender) => sender.send(api, () => isOver)),
      ]
      const diedAlone = Promise.all(working).then(() => true)
      if (await Promise.race([diedAlone, setTimeout(500 + random() * 3500, false)]))
        throw new Error(`round ${round + 1}: the server died before it was killed`)
      isOver = true
      place.cut()
      await server.kill()
      await Promise.all(working)
      await place.restore()
      server = await start()
      const on = { admin: await server.admin(), api: server.api, data }
      const fresh = loads.flatMap((load) => load.things)
      const isLast = round === options.rounds - 1
      const old = isLast ? things : things.filter(() => random() < OLD_ONES_PER_ROUND / Math.max(1, things.length))
      for (const sender of senders) await sender.settle(server.api)
      const found = await findLosses(on, [...fresh, ...old])
      for (const sender of senders) found.push(...(await sender.findLosses(on, isLast)))
      things.push(...fresh)
      losses.push(...found)
      waitingJobs = await countWaitingJobs(on)
      options.onRound?.({
        round: round + 1,
        acknowledged: fresh.length,
        losses: found,
        batches: countBatches() - before,
      })
    }
  } finally {
    await server.stop()
    await place.close()
  }
  return { rounds: options.rounds, acknowledged: things.length, batches: countBatches(), losses, waitingJobs }
}

/** Keeps what was written, synced or not. */
function createFolder(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'omen-kill-'))
  return {
    folder,
    environment: {},
    cut: () => {},
    restore: async () => {},
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The same numbers in every run. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Inspection {
  readonly admin: TestClient
  readonly api: string
  readonly data: string
}

/** Compares everything with what was acknowledged; gives one line for each thing that is not as it was. */
async function findLosses(on: Inspection, things: readonly Expectation[]): Promise<string[]> {
  const losses: string[] = []
  // Jobs first: their results exist once they are done.
  for (const kind of ['job', 'file', 'model', 'detection', 'token'] as const)
    for (const thing of things.filter((one) => one.kind === kind)) {
      const state = await stateOf(on, thing)
      if (!thing.allowed.has(state))
        losses.push(`${kind} ${thing.id} is ${state}, not ${[...thing.allowed].join(' or ')}`)
      thing.allowed = new Set([state])
    }
  return losses
}

/** Jobs that nobody works on although nobody sends any. */
async function countWaitingJobs({ admin }: Inspection): Promise<number> {
  const queued = await askUntilServed(() => admin.get('jobs?state=queued'))
  const running = await askUntilServed(() => admin.get('jobs?state=running'))
  return queued.body.page.total + running.body.page.total
}

function stateOf(on: Inspection, thing: Expectation): Promise<string> {
  const inspect = {
    file: stateOfFile,
    model: stateOfModel,
    detection: stateOfDetection,
    job: stateOfJob,
    token: stateOfToken,
  }
  return inspect[thing.kind](on, thing)
}

async function stateOfFile({ admin, data }: Inspection, { id, secret }: Expectation): Promise<string> {
  const { status, body } = await askUntilServed(() => admin.get(`files/${id}`))
  if (status === 404) return ABSENT
  if (status !== 200) return `answered by ${status} ${JSON.stringify(body)}`
  if (body.file.state === 'receiving') return body.file.receivedBytes >= 5000 ? 'receiving' : 'receiving, cut short'
  if (body.file.sha256 !== secret) return 'another file'
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(data, 'files', 'files', id))) hash.update(chunk as Buffer)
  return hash.digest('hex') === secret ? 'present' : 'damaged on the disk'
}

async function stateOfModel({ admin }: Inspection, { id, secret }: Expectation): Promise<string> {
  const { status, body } = await askUntilServed(() => admin.get(`models/${id}`))
  if (status === 404) return ABSENT
  const form = { modelName: secret!, modelType: 'Split' }
  const shown = await askUntilServed(() => admin.postForm('upload-display', form))
  if (shown.status !== 200) return `shown by ${shown.status} ${JSON.stringify(shown.body)}`
  return `live ${body.model.live?.version}`
}

async function stateOfDetection({ admin }: Inspection, { id }: Expectation): Promise<string> {
  const path = `detections/${id}/series?buckets=10&seriesIds=cpu[node1]`
  const { status, body } = await askUntilServed(() => admin.get(path))
  if (status === 404) return ABSENT
  if (status !== 200) return `answered by ${status} ${JSON.stringify(body)}`
  const rows = body.series[0].count.reduce((sum: number, count: number) => sum + count, 0)
  const isScored = body.degree.every((degree: number | null) => degree !== null)
  return rows === ROWS_OF_TABLE && isScored ? 'present' : `${rows} rows, ${isScored ? '' : 'not '}scored`
}

async function stateOfJob({ admin }: Inspection, { id }: Expectation): Promise<string> {
  const { status, body } = await askUntilServed(() => admin.get(`jobs/${id}`, { Prefer: 'wait=50' }))
  if (status !== 200) return `answered by ${status}`
  return body.job.error ? `failed with ${JSON.stringify(body.job.error)}` : body.job.state
}

async function stateOfToken({ api }: Inspection, { secret }: Expectation): Promise<string> {
  const client = createTestClient(api, { bearer: secret! })
  const { status } = await askUntilServed(() => client.get('session'))
  return status === 200 ? 'works' : status === 401 ? ABSENT : `answered by ${status}`
}
