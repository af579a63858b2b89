import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClickHouseBridge } from './clickhouse-bridge.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { findPostgres, startPostgres, type TestPostgres } from './start-postgres.ts'
import { createTestClient, type TestClient } from './test-client.ts'

const bin = findPostgres()
const second = 1000
const projects = Array.from({ length: 6 }, (_, number) => `shop-${number}`)
const targets = ['cpu', 'mem'].flatMap((metric) => ['node1', 'node2'].map((instance) => ({ metric, instance })))
/** Rows before now, rows sent one a second, and those in which node2 has a fault. */
const history = 600
const rows = 40
const fault = [12, 24] as const
/** In the middle of the fault. */
const killedAt = 18

/** The same for the same row and column, from 0 to 1. */
function noise(row: number, column: number): number {
  const x = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return x - Math.floor(x)
}

describe.skipIf(bin === undefined)('two workers that share projects, of which one dies', { timeout: 240_000 }, () => {
  const data = mkdtempSync(join(tmpdir(), 'omen-live-'))
  const processes: ServerProcess[] = []
  let postgres: TestPostgres
  let bridge: Awaited<ReturnType<typeof startClickHouseBridge>>
  let database: pg.Client
  let client: TestClient
  const workers: ServerProcess[] = []
  beforeAll(async () => {
    postgres = await startPostgres(bin!)
    bridge = await startClickHouseBridge()
    const url = await postgres.urlOf('live')
    const stores = { OMEN_DATABASE_URL: url, OMEN_CLICKHOUSE_URL: bridge.url }
    const start = async (role: string) => {
      const started = await startServerProcess(data, { ...stores, OMEN_ROLE: role })
      processes.push(started)
      return started
    }
    const api = await start('api')
    workers.push(await start('worker'), await start('worker'))
    client = await api.admin()
    database = new pg.Client(url)
    await database.connect()
  }, 120_000)
  afterAll(async () => {
    await database?.end()
    for (const { process } of processes) process.kill('SIGKILL')
    await bridge?.close()
    await postgres?.stop()
    rmSync(data, { recursive: true, force: true })
  })

  const holders = async (): Promise<Record<string, string>> => {
    const found = await database.query(
      'select name, holder from live_positions join sources on sources.id = source_id where holder is not null',
    )
    return Object.fromEntries(found.rows.map(({ name, holder }) => [name, holder]))
  }
  const findings = async () => {
    const found = await database.query(
      `select name, start_time, end_time, rows, severity, detail -> 'sentence' ->> 'metric' as metric,
         detail -> 'sentence' ->> 'instance' as instance, incidents.state from findings
       join sources on sources.id = findings.source_id join incidents on incidents.id = incident_id order by name, start_time`,
    )
    return projects.map((project) =>
      found.rows.filter(({ name }) => name === project).map(({ name: _, ...finding }) => finding),
    )
  }

  it('go on with the projects of the dead one, nothing left out and nothing twice', async () => {
    const senders: TestClient[] = []
    for (const projectName of projects) {
      const { body } = await client.post('add-custom-project', { projectName, samplingInterval: 1 / 60 })
      senders.push(createTestClient(processes[0]!.api, { bearer: body.secret }))
    }
    const began = Math.ceil(Date.now() / second) * second + 5 * second
    const send = async (from: number, to: number): Promise<void> => {
      const isFault = (row: number): boolean => row >= fault[0] && row < fault[1]
      const points = targets.flatMap((target, column) =>
        Array.from({ length: to - from }, (_, k) => {
          const row = from + k
          const value = 50 + 4 * noise(row, column) + (column === 1 && isFault(row) ? 40 : 0)
          return { ...target, time: began + row * second, value }
        }),
      )
      await Promise.all(senders.map((sender) => sender.post('ingest/points', { points })))
    }
    await send(-history, 0)
    const isShared = async () => [...new Set(Object.values(await holders()))].length
    await expect.poll(isShared, { timeout: 20_000, interval: 200 }).toBe(2)
    let before: Record<string, string> = {}
    for (let row = 0; row < rows; row++) {
      await pause(Math.max(1, began + row * second + 50 - Date.now()))
      await send(row, row + 1)
      if (row !== killedAt) continue
      before = await holders()
      await workers[0]!.kill()
    }
    expect(Object.keys(before)).toHaveLength(projects.length)
    expect(new Set(Object.values(before)).size).toBe(2)
    const isTaken = async () => [...new Set(Object.values(await holders()))].length
    await expect.poll(isTaken, { timeout: 30_000, interval: 500 }).toBe(1)
    const expected = {
      ...{ start_time: String(began + fault[0] * second), end_time: String(began + (fault[1] - 1) * second) },
      ...{ rows: fault[1] - fault[0], state: 'resolved' },
    }
    // All projects were sent the same: those of the dead worker have the findings of the others
    await expect
      .poll(
        async () => (await findings()).map((found) => found.map(({ severity, metric, instance, ...facts }) => facts)),
        {
          timeout: 60_000,
          interval: 1000,
        },
      )
      .toEqual(projects.map(() => expect.arrayContaining([expected])))
    const found = await findings()
    const ofFault = (one: (typeof found)[number]) => one.filter(({ instance }) => instance === 'node2')
    for (const one of found) expect(ofFault(one)).toEqual(ofFault(found[0]!))
    expect(ofFault(found[0]!)).toMatchObject([{ metric: 'cpu' }])
    const doubled = await database.query('select source_id, key from findings group by 1, 2 having count(*) > 1')
    expect(doubled.rows).toEqual([])
  })
})
