import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startClickHouseBridge } from '../clickhouse-bridge.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { startPostgres, type TestPostgres } from '../start-postgres.ts'
import { createTestClient } from '../test-client.ts'
import { differencesOf, type Found, readFindings } from './read-findings.ts'

export interface TakeoverOptions {
  /** The folder of the programs of PostgreSQL. */
  readonly postgresBin: string
  readonly projects: number
  readonly stepMs: number
  readonly rows: number
  /** One of the two workers is killed after the row that is the nearest to this time, and another one started. */
  readonly killEveryMs: number
  onKill?(kill: { count: number; held: number; of: number }): void
}

export interface TakeoverReport {
  readonly kills: number
  /** Of the undisturbed run. */
  readonly findings: number
  readonly differences: readonly string[]
  /** How far detection of any project was behind, at most. */
  readonly maxBehindMs: number
}

const PATIENCE_MS = 300_000
const SENDERS_AT_ONCE = 8
/** Rows without a kill at the end, so that a gap ends that a busy machine has left. */
const CLOSING_ROWS = 6

/** Row times and values of the projects of a run: the same in every run with the same times. */
interface Fleet {
  readonly projects: readonly string[]
  readonly stepMs: number
  /** Time of row 0. Those before are there to learn from. */
  readonly start: number
  /** Rows that are sent one after the other. */
  readonly rows: number
  /** Their times, as they were sent: a machine that is busy leaves out steps. */
  readonly times: number[]
}

/** Rows before the first that is sent in time. */
const HISTORY_ROWS = 600

/**
 * Sends samples to projects of a server without detection, which two workers share while one of them is killed again and again; then the same samples
 * to a server that does everything and is left alone. Compares what both found.
 */
export async function compareUnderKills(options: TakeoverOptions): Promise<TakeoverReport> {
  const { projects: count, stepMs, rows } = options
  const postgres = await startPostgres(options.postgresBin)
  const projects = Array.from({ length: count }, (_, number) => `shop-${number}`)
  try {
    const disturbed = await withServers(postgres, 'disturbed', ['api', 'worker', 'worker'], async (world) => {
      const keys = await addProjects(world, projects, stepMs)
      const fleet = { projects, stepMs, rows, start: Math.floor(Date.now() / stepMs) * stepMs, times: [] }
      await sendRows(world, keys, fleet, -HISTORY_ROWS, 0)
      await untilShared(world)
      const watch = watchPositions(world, fleet)
      try {
        const kills = await sendAndKill(world, keys, fleet, options)
        return { fleet, kills, found: await untilScored(world, fleet), maxBehindMs: watch.maxMs() }
      } finally {
        await watch.stop()
      }
    })
    const { fleet, kills, maxBehindMs } = disturbed
    const undisturbed = await withServers(postgres, 'undisturbed', ['all'], async (world) => {
      const keys = await addProjects(world, projects, stepMs)
      await sendRows(world, keys, fleet, -HISTORY_ROWS, fleet.times.length)
      return untilScored(world, fleet)
    })
    const findings = [...undisturbed.values()].reduce((sum, of) => sum + of.findings.size, 0)
    return { kills, findings, maxBehindMs, differences: differencesOf(disturbed.found, undisturbed) }
  } finally {
    await postgres.stop()
  }
}

/** Servers on one database and one ClickHouse; the first of them serves requests. */
interface World {
  readonly servers: ServerProcess[]
  readonly database: pg.Client
  start(role: string): Promise<ServerProcess>
}

type Role = 'all' | 'api' | 'worker'

async function withServers<T>(
  postgres: TestPostgres,
  name: string,
  roles: readonly Role[],
  work: (world: World) => Promise<T>,
): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'omen-takeover-'))
  const bridge = await startClickHouseBridge()
  const url = await postgres.urlOf(name)
  const env = { OMEN_DATABASE_URL: url, OMEN_CLICKHOUSE_URL: bridge.url, OMEN_MAX_PROJECTS: '1000' }
  const servers: ServerProcess[] = []
  const start = async (role: string): Promise<ServerProcess> => {
    const started = await startServerProcess(data, { ...env, OMEN_ROLE: role })
    servers.push(started)
    return started
  }
  const database = new pg.Client(url)
  try {
    for (const role of roles) await start(role)
    await database.connect()
    return await work({ servers, database, start })
  } finally {
    await database.end()
    for (const server of servers) await server.kill()
    await bridge.close()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Their ingest keys. */
async function addProjects({ servers }: World, projects: readonly string[], stepMs: number): Promise<string[]> {
  const client = await servers[0]!.admin()
  const keys: string[] = []
  for (const projectName of projects) {
    const { status, body } = await client.post('add-custom-project', { projectName, samplingInterval: stepMs / 60_000 })
    if (status !== 201) throw new Error(`${projectName} was not added: ${JSON.stringify(body)}`)
    keys.push(body.secret)
  }
  return keys
}

async function sendRows(
  { servers }: World,
  keys: readonly string[],
  fleet: Fleet,
  from: number,
  to: number,
): Promise<void> {
  let next = 0
  const sendNext = async (): Promise<void> => {
    while (next < keys.length) {
      const project = next++
      const sender = createTestClient(servers[0]!.api, { bearer: keys[project]! })
      const points = samplesOf(fleet, project, from, to)
      for (;;) {
        const { status, body } = await sender.post('ingest/points', { points })
        if (status === 200) break
        if (status !== 503) throw new Error(`rows ${from} to ${to} of ${project} were answered ${JSON.stringify(body)}`)
        await pause(body.retryAfterMs)
      }
    }
  }
  await Promise.all(Array.from({ length: SENDERS_AT_ONCE }, sendNext))
}

const targets = ['cpu', 'mem'].flatMap((metric) => ['node1', 'node2'].map((instance) => ({ metric, instance })))
const FAULT_ROWS = 12

/** Samples of a project from one row to another, exclusive. */
function samplesOf({ stepMs, start, rows, times }: Fleet, project: number, from: number, to: number) {
  const [first, column] = faultOf(project, rows)
  return targets.flatMap((target, at) =>
    Array.from({ length: to - from }, (_, k) => {
      const row = from + k
      const isFault = at === column && row >= first && row < first + FAULT_ROWS
      return {
        ...target,
        time: times[row] ?? start + row * stepMs,
        value: 50 + 4 * noise(row, 4 * project + at) + (isFault ? 40 : 0),
      }
    }),
  )
}

/** The row that the fault of a project begins with, so that it has ended before the last row, and the series that it is in. */
function faultOf(project: number, rows: number): [row: number, series: number] {
  return [2 + ((5 * project) % Math.max(1, rows - 2 * FAULT_ROWS)), project % targets.length]
}

/** The same for the same row and column, from 0 to 1. */
function noise(row: number, column: number): number {
  const x = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return x - Math.floor(x)
}

/** How many projects each worker has. */
async function heldBy({ database }: World): Promise<Map<string, number>> {
  const { rows } = await database.query(
    'select holder, count(*)::int from live_positions where holder is not null group by 1',
  )
  return new Map(rows.map(({ holder, count }) => [holder, count]))
}

async function untilShared(world: World): Promise<void> {
  await until('two workers share the projects', async () => {
    const { size } = await heldBy(world)
    return size === 2 ? null : `${size} have some`
  })
}

async function sendAndKill(
  world: World,
  keys: readonly string[],
  fleet: Fleet,
  { killEveryMs, onKill }: TakeoverOptions,
): Promise<number> {
  const { servers, database, start } = world
  let count = 0
  let starting: Promise<unknown> = Promise.resolve()
  let killedAt = Date.now()
  for (let row = 0; row < fleet.rows + CLOSING_ROWS; row++) {
    const next = (fleet.times[row - 1] ?? fleet.start) + fleet.stepMs
    await pause(Math.max(1, next + 50 - Date.now()))
    fleet.times.push(Math.floor(Date.now() / fleet.stepMs) * fleet.stepMs)
    await sendRows(world, keys, fleet, row, row + 1)
    if (row >= fleet.rows || Date.now() - killedAt < killEveryMs - fleet.stepMs / 2) continue
    killedAt = Date.now()
    await starting
    // The older one of both
    const [, victim] = servers
    const held = await heldBy(world)
    servers.splice(1, 1)
    await victim!.kill()
    const { rows } = await database.query('select count(*)::int from live_positions')
    count++
    onKill?.({ count, held: Math.max(...held.values(), 0), of: rows[0].count })
    starting = start('worker')
  }
  await starting
  return count
}

/** Measures how far the positions are behind the rows, twice a second. */
function watchPositions({ database }: World, fleet: Fleet): { maxMs(): number; stop(): Promise<void> } {
  let isOver = false
  let max = 0
  const watching = (async () => {
    for (; !isOver; await pause(500)) {
      const { rows } = await database.query('select min(position) as least from live_positions')
      const due = Math.min(fleet.times.at(-1) ?? 0, Date.now() - fleet.stepMs)
      max = Math.max(max, due - Number(rows[0].least ?? due))
    }
  })()
  return {
    maxMs: () => max,
    stop() {
      isOver = true
      return watching
    },
  }
}

/** What was found when all rows were scored, nothing is open and nothing changes any more. */
async function untilScored({ database }: World, { projects, times }: Fleet): Promise<Map<string, Found>> {
  const last = times.at(-1)!
  let found = new Map<string, Found>()
  let before: string | undefined
  await until('all rows are scored', async () => {
    found = await readFindings(database, last)
    const all = [...found.values()].flatMap(({ findings }) => [...findings.values()])
    const isSame = all.join() === before
    before = all.join()
    const behind = projects.filter((name) => (found.get(name)?.position ?? 0) < last)
    const open = all.filter((finding) => finding.includes('"end_time":null'))
    if (behind.length > 0) return `${behind.length} projects are behind, ${behind[0]} among them`
    if (open.length > 0) return `${open.length} findings are open, among them ${open[0]}`
    return isSame ? null : 'findings change'
  })
  return found
}

/** Waits until nothing is missing any more; `missing` says what is, or null. */
async function until(what: string, missing: () => Promise<string | null>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await pause(1000)) {
    const reason = await missing()
    if (reason === null) return
    if (Date.now() > end) throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what}; ${reason}`)
  }
}
