import { type Logger as QueueLogger, runTaskList, type WorkerPool, type WorkerUtils } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Lane, LaneWork } from '../../ports/job-queue.ts'
import { within } from '../../ports/within.ts'
import { systemClock } from '../clock/system-clock.ts'

/** Polling interval for delayed messages, in ms; all others are announced. */
const pollMs = 2000
const restartMs = 1000

export interface RunningLane {
  /** The name in which its messages are held; another one after a restart of its workers. */
  holder(): string
  stop(graceMs: number): Promise<void>
}

export interface LaneOptions {
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
export function runLane(options: LaneOptions): RunningLane {
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
      pollInterval: pollMs,
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
    await systemClock.sleep(restartMs, stopping).catch(() => {})
    if (stopping.aborted) return
    const isReleased = await options.utils.forceUnlockWorkers([holder]).then(
      () => true,
      () => false,
    )
    if (isReleased) return
  }
}
