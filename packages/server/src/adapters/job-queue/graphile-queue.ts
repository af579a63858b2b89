import { sql } from 'drizzle-orm'
import { makeWorkerUtils } from 'graphile-worker'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Database, DatabaseHandle } from '../../ports/database.ts'
import { type JobQueue, lanes, type QueueMessage } from '../../ports/job-queue.ts'
import { createHolderLocks, holderLock } from './holder-locks.ts'
import { createQueueLog } from './queue-log.ts'
import { type RunningLane, runLane } from './run-lane.ts'

export interface QueueOptions {
  readonly database: Pick<DatabaseHandle, 'db' | 'url'>
  /** No other process uses this database, so every message held when the queue opens belongs to a dead process. */
  readonly isAlone: boolean
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** graphile-worker on the database that holds everything else: a message leaves with the transaction that needs it. */
export async function openGraphileQueue({ database, isAlone, log }: QueueOptions): Promise<JobQueue> {
  const { db } = database
  const pool = openPool(database.url)
  const logger = createQueueLog(log)
  const utils = await makeWorkerUtils({ pgPool: pool, logger })
  try {
    await utils.migrate()
    if (isAlone) await releaseMessagesOfTheDead(db, utils, 0)
  } catch (error) {
    await pool.end()
    throw error
  }
  const locks = createHolderLocks(pool)
  let running: RunningLane[] = []
  const lockHolders = (): Promise<void> => locks.hold(running.map((lane) => lane.holder()))

  return {
    send: (messages, tx = db) => addMessages(tx, messages),
    async withdraw({ lane, key }, tx = db) {
      await tx.execute(sql`select graphile_worker.remove_job(${keyOf(lane, key)})`)
    },
    async start(work) {
      running = lanes.map((lane) => runLane({ lane, work: work[lane], pool, logger, log, utils }))
      await lockHolders()
    },
    async recover() {
      await lockHolders()
      await releaseMessagesOfTheDead(db, utils, heldMs)
    },
    async stop(graceMs) {
      await Promise.all(running.map((lane) => lane.stop(graceMs)))
      running = []
      await locks.close()
      await utils.release()
      await pool.end()
    },
  }
}

/** Each lane listens on a connection of its own, one holds locks; the others are for taking and ending messages. */
const connections = 8
/** A message that was taken more recently is not released: its holder may be about to take its lock, or to renew it. */
const heldMs = 30_000

function openPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    application_name: 'omen queue',
  })
  // A connection that breaks is replaced; without listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function keyOf(lane: string, key: string): string {
  return `${lane}:${key}`
}

/** In the order of their keys, so that two processes that send the same ones do not wait for each other. */
async function addMessages(db: Database, messages: readonly QueueMessage[]): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(({ lane, key, at }) => ({ lane, key, at: at ?? null, unique: keyOf(lane, key) }))
  await db.execute(sql`
    select graphile_worker.add_job(
      message.lane, json_build_object('key', message.key),
      run_at := to_timestamp(message.at / 1000), job_key := message.unique
    )
    from (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given(lane text, key text, at float8, "unique" text) order by 4
    ) message`)
}

type Utils = Awaited<ReturnType<typeof makeWorkerUtils>>

/** Releases messages taken at least `heldMs` ago whose holder's lock is free, and deletes those that were replaced. */
async function releaseMessagesOfTheDead(db: Database, utils: Utils, heldMs: number): Promise<void> {
  const isFree = sql.raw(`pg_try_advisory_xact_lock(${holderLock('held.holder')})`)
  const found = await db.execute(sql`
    select holder from (
      select distinct locked_by as holder from graphile_worker.jobs
      where locked_by is not null and locked_at <= now() - ${heldMs} * interval '1 ms'
    ) held
    where ${isFree}`)
  const { rows } = found as unknown as { rows: { holder: string }[] }
  if (rows.length === 0) return
  await utils.forceUnlockWorkers(rows.map(({ holder }) => holder))
  await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] })
}
