import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClickHouseBridge } from './clickhouse-bridge.ts'
import { sampleTable } from './sample-table.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { findPostgres, startPostgres, type TestPostgres } from './start-postgres.ts'
import type { TestClient } from './test-client.ts'
import { detect, storeText, train, WAITING } from './uploads.ts'

const bin = findPostgres()

describe.skipIf(bin === undefined)('an API process and a worker process on PostgreSQL and ClickHouse', () => {
  const data = mkdtempSync(join(tmpdir(), 'omen-several-'))
  let postgres: TestPostgres
  let bridge: Awaited<ReturnType<typeof startClickHouseBridge>>
  let api: ServerProcess
  let worker: ServerProcess
  let client: TestClient
  beforeAll(async () => {
    postgres = await startPostgres(bin!)
    bridge = await startClickHouseBridge()
    const stores = { OMEN_DATABASE_URL: await postgres.urlOf('several'), OMEN_CLICKHOUSE_URL: bridge.url }
    api = await startServerProcess(data, { ...stores, OMEN_ROLE: 'api' })
    worker = await startServerProcess(data, { ...stores, OMEN_ROLE: 'worker' })
    client = await api.admin()
  }, 60_000)
  afterAll(async () => {
    await api?.stop()
    await worker?.stop()
    await bridge?.close()
    await postgres?.stop()
    rmSync(data, { recursive: true, force: true })
  })

  it('train and detect together', { timeout: 60_000 }, async () => {
    const { body } = await train(client, 'apart', sampleTable({ rows: 300 }))
    expect(body.job).toMatchObject({ state: 'done' })
    const found = await detect(client, 'apart', sampleTable({ rows: 200, trouble: [100, 110] }))
    const { detection } = (await client.get(`detections/${found.body.job.result.detectionId}`)).body
    expect(detection.periods[0].series[0].seriesId).toBe('cpu[node2]')
  })
})

/** Several seconds of work would be too little on a fast machine: the worker is stopped in the middle of it. */
const largeTable = sampleTable({ rows: 20_000, trouble: [100, 110] })
/** Longer than a worker may be silent, in ms. */
const LONG_AGO = 31_000

describe.skipIf(bin === undefined)('two worker processes, of which one dies', { timeout: 120_000 }, () => {
  const data = mkdtempSync(join(tmpdir(), 'omen-takeover-'))
  const processes: ServerProcess[] = []
  let postgres: TestPostgres
  let bridge: Awaited<ReturnType<typeof startClickHouseBridge>>
  let database: pg.Client
  let client: TestClient
  let filename: string
  let start: (role: string) => Promise<ServerProcess>
  beforeAll(async () => {
    postgres = await startPostgres(bin!)
    bridge = await startClickHouseBridge()
    const url = await postgres.urlOf('takeover')
    const stores = { OMEN_DATABASE_URL: url, OMEN_CLICKHOUSE_URL: bridge.url, OMEN_LOG_LEVEL: 'silent' }
    start = async (role) => {
      const started = await startServerProcess(data, { ...stores, OMEN_ROLE: role, OMEN_WORKERS: '1' })
      processes.push(started)
      return started
    }
    client = await (await start('api')).admin()
    database = new pg.Client(url)
    await database.connect()
    filename = await storeText(client, 'large.csv', largeTable)
  }, 120_000)
  afterAll(async () => {
    await database?.end()
    for (const { process } of processes) process.kill('SIGKILL')
    await bridge?.close()
    await postgres?.stop()
    rmSync(data, { recursive: true, force: true })
  })

  /**
   * Resolves once the only worker runs the job and has been stopped there, between two transactions: one that it left open
   * would make the others wait for its locks.
   */
  async function stopAtWork(worker: ServerProcess, jobId: string): Promise<void> {
    const state = async () => (await database.query('select state from jobs where id = $1', [jobId])).rows[0].state
    await expect.poll(state, { interval: 5, timeout: 20_000 }).toBe('running')
    for (worker.process.kill('SIGSTOP'); await hasOpenTransaction(); worker.process.kill('SIGSTOP')) {
      worker.process.kill('SIGCONT')
      await pause(5)
    }
    expect(await state()).toBe('running')
  }

  /** What is active now may end by itself. */
  async function hasOpenTransaction(): Promise<boolean> {
    await pause(100)
    const open = "select 1 from pg_stat_activity where state like 'idle in transaction%' and pid <> pg_backend_pid()"
    return (await database.query(open)).rowCount !== 0
  }

  async function startJob(operation: string, modelName: string): Promise<string> {
    const form = { uploadFileName: 'large.csv', filename, modelName }
    return (await client.postForm(operation, form)).body.job.id
  }

  const letTimePass = () =>
    database.query(
      `update jobs set seen_at = seen_at - ${LONG_AGO} where state = 'running';
       update graphile_worker._private_jobs set locked_at = locked_at - interval '${LONG_AGO} ms' where locked_by is not null`,
    )
  /** Looking for lost work every 15 s may take a wait longer than one request. */
  const ended = async (jobId: string) => {
    const { job } = (await client.get(`jobs/${jobId}`, WAITING)).body
    return job.state === 'done' ? job : (await client.get(`jobs/${jobId}`, WAITING)).body.job
  }
  const countMessages = async () =>
    (await database.query("select 1 from graphile_worker.jobs where key not like 'upkeep:%' or key is null")).rowCount

  it('the other one finishes the job of the dead one, once', async () => {
    const dying = await start('worker')
    const id = await startJob('upload-training', 'takenover')
    await stopAtWork(dying, id)
    const other = await start('worker')
    await dying.kill()
    await letTimePass()
    expect(await ended(id)).toMatchObject({ state: 'done', attempts: 2 })
    const versions = await database.query('select state from model_versions where job_id = $1', [id])
    expect(versions.rows).toEqual([{ state: 'ready' }, { state: 'ready' }])
    await expect.poll(countMessages, { timeout: 40_000, interval: 500 }).toBe(0)
    await other.stop()
  })

  it('leaves a job alone that was taken over while it was silent', async () => {
    const silent = await start('worker')
    const id = await startJob('upload-detection', 'takenover')
    await stopAtWork(silent, id)
    const other = await start('worker')
    await letTimePass()
    const job = await ended(id)
    silent.process.kill('SIGCONT')
    expect(await silent.stop()).toBe(0)
    expect(job).toMatchObject({ state: 'done', attempts: 2 })
    expect(await ended(id)).toEqual(job)
    const found = await database.query('select id from detections where job_id = $1', [id])
    expect(found.rows).toEqual([{ id: job.result.detectionId }])
    await other.stop()
  })
})
