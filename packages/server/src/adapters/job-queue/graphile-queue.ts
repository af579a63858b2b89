import { sql } from 'drizzle-orm'
import { makeWorkerUtils, Logger as QueueLogger, runTaskList, type WorkerPool, type WorkerUtils } from 'graphile-worker'
import { Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { Database, DatabaseHandle } from '../../ports/database.ts'
import { type JobQueue, LANES, type Lane, type LaneWork, type QueueMessage } from '../../ports/job-queue.ts'
import { within } from '../../ports/within.ts'
import { systemClock } from '../clock/system-clock.ts'

interface RunningLane {
  /** The name in which its messages are held; another one after a restart of its workers. */
  holder(): string
  stop(graceMs: number): Promise<void>
}

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
      running = LANES.map((lane) => runLane({ lane, work: work[lane], pool, logger, log, utils }))
      await lockHolders()
    },
    async recover() {
      await lockHolders()
      await releaseMessagesOfTheDead(db, utils, HELD_MS)
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

/** Writes the library's errors and warnings to the server's log; its per-message lines are dropped. */
function createQueueLog(log: Pick<Logger, 'error' | 'warn'>): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    const err = meta?.error ?? meta?.fatalError
    if (level === 'error') log.error({ err }, `job queue: ${message}`)
    else if (level === 'warning') log.warn({ err }, `job queue: ${message}`)
  })
}

/** Each lane listens on a connection of its own, one holds locks; the others are for taking and ending messages. */
const CONNECTIONS = 8
/** A message that was taken more recently is not released: its holder may be about to take its lock, or to renew it. */
const HELD_MS = 30_000

function openPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
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

/**
 * Advisory locks that show which holders of messages are alive. PostgreSQL releases them with the session, so however a
 * process died, another one learns of it.
 */
interface HolderLocks {
  /** Takes the locks that this process does not have yet; again, after a lost connection, if called again. */
  hold(holders: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** SQL for the number of a holder's lock; two holders of the same number would only seem alive for longer. */
const holderLock = (holder: string): string => `hashtextextended('omen queue ' || ${holder}, 0)`

/** All locks are taken on one connection of the pool, which they keep. */
function createHolderLocks(pool: Pool): HolderLocks {
  let wanted: readonly string[] = []
  let session: { client: PoolClient; locked: Set<string> } | undefined
  let last: Promise<void> = Promise.resolve()

  async function open(): Promise<{ client: PoolClient; locked: Set<string> }> {
    const client = await pool.connect()
    const opened = { client, locked: new Set<string>() }
    client.once('error', () => {
      if (session !== opened) return
      session = undefined
      client.release(true)
    })
    return opened
  }

  async function lockWanted(): Promise<void> {
    session ??= await open()
    const { client, locked } = session
    for (const holder of wanted) {
      if (locked.has(holder)) continue
      await client.query(`select pg_advisory_lock_shared(${holderLock('$1::text')})`, [holder])
      locked.add(holder)
    }
  }

  /** One after the other: a lock must not be taken twice, nor two connections opened. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    last = last.then(work, work)
    return last
  }

  return {
    hold(holders) {
      wanted = holders
      return inOrder(lockWanted)
    },
    close: () =>
      inOrder(async () => {
        const closing = session
        session = undefined
        wanted = []
        closing?.client.release(true)
      }),
  }
}

/** Polling interval for delayed messages, in ms; all others are announced. */
const POLL_MS = 2000
const RESTART_MS = 1000

interface LaneOptions {
  readonly lane: Lane
  readonly work: LaneWork
  readonly pool: Pool
  readonly logger: QueueLogger
  readonly log: Pick<Logger, 'warn'>
  readonly utils: Pick<WorkerUtils, 'forceUnlockWorkers'>
}

/**
 * The workers of one lane. The library gives its workers up when the database was away at the end of a message: then new
 * ones are started, and what the old ones held is handed out again.
 */
function runLane(options: LaneOptions): RunningLane {
  const stopping = new AbortController()
  let workers = startWorkers(options, stopping.signal)

  async function supervise(): Promise<void> {
    for (;;) {
      await workers.promise.catch(() => {})
      if (stopping.signal.aborted) return
      options.log.warn({ lane: options.lane }, 'the job queue lost its workers: starting new ones')
      await releaseMessages(options, workers.id, stopping.signal)
      if (stopping.signal.aborted) return
      workers = startWorkers(options, stopping.signal)
    }
  }

  const supervised = supervise()
  return {
    holder: () => workers.id,
    async stop(graceMs) {
      stopping.abort()
      const ended = Promise.resolve(workers.gracefulShutdown()).catch(() => {})
      const isOver = await within(
        systemClock,
        graceMs,
        ended.then(() => true),
      )
      if (!isOver) await Promise.resolve(workers.forcefulShutdown('the server stops')).catch(() => {})
      await supervised
    },
  }
}

function startWorkers({ lane, work, pool, logger }: LaneOptions, stopping: AbortSignal): WorkerPool {
  const { concurrency } = work
  return runTaskList(
    {
      concurrency,
      logger,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      // Without a batch, a message whose completion cannot be written causes an unhandled rejection, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    { [lane]: async (payload) => work.run((payload as { key: string }).key, stopping) },
    pool,
  )
}

async function releaseMessages(options: LaneOptions, holder: string, stopping: AbortSignal): Promise<void> {
  for (;;) {
    await systemClock.sleep(RESTART_MS, stopping).catch(() => {})
    if (stopping.aborted) return
    const isReleased = await options.utils.forceUnlockWorkers([holder]).then(
      () => true,
      () => false,
    )
    if (isReleased) return
  }
}
