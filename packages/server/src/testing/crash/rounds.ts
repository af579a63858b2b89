import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startServerProcess } from '../server-process.ts'
import { createDisk } from './create-disk.ts'
import type { Disk, DiskKind } from './disk.ts'
import type { Expectation } from './expectation.ts'
import { countWaitingJobs, findLosses } from './inspect.ts'
import { type LoadClient, work } from './load.ts'
import { addSenders } from './senders.ts'

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

const clients = 8
/** Not every old thing is looked at after every crash; the last one shows them all. */
const oldOnesPerRound = 40
const environment = { OMEN_WORKERS: '2', OMEN_RATE_LIMIT_UPLOADS: '1000000', OMEN_MAX_WAITING_JOBS: '1000000' }

/** Crashes a server again and again while clients work on it, and compares what is there with what was acknowledged. */
export async function crashAgainAndAgain(options: CrashOptions): Promise<CrashReport> {
  const place = options.kind === 'power' ? createDisk(options.disk) : createFolder()
  const data = join(place.folder, 'data')
  const random = mulberry32(options.seed ?? 1)
  const things: Expectation[] = []
  const losses: string[] = []
  const start = () => startServerProcess(data, { ...environment, ...place.environment })
  let server = await start()
  let waitingJobs = 0
  const senders = await addSenders(await server.admin())
  const countBatches = () => senders.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
  try {
    for (let round = 0; round < options.rounds; round++) {
      const admin = await server.admin()
      const loads = Array.from({ length: clients }, (_, index): LoadClient => {
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
      const old = isLast ? things : things.filter(() => random() < oldOnesPerRound / Math.max(1, things.length))
      for (const sender of senders) await sender.settle(server.api)
      const found = await findLosses(on, [...fresh, ...old])
      for (const sender of senders) found.push(...(await sender.findLosses(on, isLast)))
      things.push(...fresh)
      losses.push(...found)
      waitingJobs = await countWaitingJobs(on)
      options.onRound?.({
        ...{ round: round + 1, acknowledged: fresh.length, losses: found },
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
