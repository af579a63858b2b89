import { and, eq, type SQL } from 'drizzle-orm'
import { jobs } from '../../schema/index.ts'
import type { JobResult, Progress } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { convertStoreError } from '../convert-store-error.ts'
import { DomainError, isDomainError } from '../errors.ts'
import { toFailure } from '../failure.ts'
import { instanceId } from '../instance.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { jobMessage } from '../jobs/message.ts'
import { failVersions } from '../models/index.ts'
import { runMetered } from '../quotas/index.ts'
import { doWork } from './do-work.ts'

const DISK_FULL = "The server's disk is full: its operator has to free space. Start this again after that."
/** An internal error, unlike one of the file or the model, may be transient. */
const ATTEMPTS = 3
const RETRY_AFTER_MS = 2000
const LOOK_EVERY_MS = 1000

/** Jobs running in this process. A job assigned to this process but missing here lost its final write. */
export const jobsHere: Set<string> = new Set()

/**
 * Runs a claimed job. A server that died may have started it before, so all work is repeatable. Rejects only if
 * its end cannot be written.
 */
export async function runJob(ctx: Context, job: JobRow): Promise<void> {
  jobsHere.add(job.id)
  ctx.jobChanges.announce(job.id)
  const cancelling = new AbortController()
  const watching = watch(ctx, job, cancelling)
  const progress = createProgressLog(ctx, job.id)
  try {
    const options = { signal: cancelling.signal, report: progress.report }
    const result = await runMetered(ctx, job.ownerId, (own) => doWork(own, job, options))
    await progress.settle()
    await end(ctx, job, { state: 'done', result })
  } catch (error) {
    await progress.settle()
    const isOurs = (await ctx.db.$count(jobs, isClaimed(job))) > 0
    if (isOurs) await endBadly(ctx, job, convertStoreError(error), cancelling.signal)
    else ctx.log.warn({ job: job.id }, 'a job was taken over while this server was silent')
  } finally {
    watching.stop()
    jobsHere.delete(job.id)
    ctx.jobChanges.announce(job.id)
  }
}

/** Whether this run still holds the job: a server that was silent for too long loses it to another one. */
function isClaimed(job: JobRow): SQL | undefined {
  const isThisRun = and(eq(jobs.worker, instanceId), eq(jobs.attempts, job.attempts))
  return and(eq(jobs.id, job.id), eq(jobs.state, 'running'), isThisRun)
}

/** Sends the job's heartbeat and checks for cancellation until the job ends. */
function watch(ctx: Context, job: JobRow, cancelling: AbortController): { stop(): void } {
  let isOver = false
  const look = async (): Promise<void> => {
    const [row] = await ctx.db.update(jobs).set({ seenAt: ctx.clock.now() }).where(isClaimed(job)).returning()
    if (row === undefined || row.cancelRequested) cancelling.abort(new DomainError('JOB_CANCELLED'))
  }
  const keepLooking = async (): Promise<void> => {
    while (!isOver) {
      await ctx.jobChanges.next(job.id, LOOK_EVERY_MS)
      if (isOver) return
      await look().catch((error: unknown) => ctx.log.warn({ err: error, job: job.id }, 'watching a job failed'))
    }
  }
  void keepLooking()
  return {
    stop: () => {
      isOver = true
    },
  }
}

async function end(
  ctx: Context,
  job: JobRow,
  outcome: { state: 'done'; result: JobResult } | Pick<JobRow, 'state' | 'error'>,
): Promise<void> {
  await ctx.db
    .update(jobs)
    .set({ ...outcome, finishedAt: ctx.clock.now(), worker: null })
    .where(isClaimed(job))
}

async function endBadly(ctx: Context, job: JobRow, error: unknown, cancelling: AbortSignal): Promise<void> {
  if (!cancelling.aborted && !(error instanceof DomainError) && job.attempts < ATTEMPTS) {
    ctx.log.warn({ err: error, job: job.id }, 'a job failed and will be retried')
    return tryAgain(ctx, job)
  }
  if (!(error instanceof DomainError)) ctx.log.error({ err: error, job: job.id }, 'a job failed')
  else if (!cancelling.aborted) ctx.log.info({ job: job.id, code: error.code }, 'a job failed')
  await failVersions(ctx, job.id, cancelling.aborted ? undefined : toFailure(asDomainError(error)))
  await end(
    ctx,
    job,
    cancelling.aborted
      ? { state: 'cancelled', error: null }
      : { state: 'failed', error: toFailure(asDomainError(error)) },
  )
}

async function tryAgain(ctx: Context, job: JobRow): Promise<void> {
  const notBefore = ctx.clock.now() + RETRY_AFTER_MS * job.attempts
  await ctx.db.transaction(async (tx) => {
    await tx.update(jobs).set({ state: 'queued', worker: null, notBefore }).where(isClaimed(job))
    await ctx.queue.send([jobMessage(job.id, notBefore)], tx)
  })
}

/** A job shows only its message. */
function asDomainError(error: unknown): DomainError {
  if (isDomainError(error, 'DISK_FULL')) return new DomainError('DISK_FULL', { message: DISK_FULL, cause: error })
  return error instanceof DomainError
    ? error
    : new DomainError('INTERNAL', { message: 'Something went wrong on the server.', cause: error })
}

interface ProgressLog {
  report(progress: Progress): void
  /** Resolves when no write is pending. */
  settle(): Promise<void>
}

const WRITE_EVERY_MS = 250

/** Writes the newest progress, one write at a time and no more than four a second. */
export function createProgressLog(ctx: Context, jobId: string): ProgressLog {
  let waiting: Progress | undefined
  let writing: Promise<unknown> = Promise.resolve()
  let isWriting = false
  let isSettled = false

  const store = (progress: Progress): Promise<unknown> =>
    ctx.db.update(jobs).set({ progress }).where(eq(jobs.id, jobId)).execute()
  const write = async (): Promise<void> => {
    while (waiting && !isSettled) {
      writing = store(waiting)
      waiting = undefined
      await writing
      ctx.jobChanges.announce(jobId)
      await ctx.clock.sleep(isSettled ? 0 : WRITE_EVERY_MS)
    }
  }
  return {
    report(progress) {
      waiting = progress
      if (isSettled || isWriting) return
      isWriting = true
      write()
        .catch((error: unknown) => ctx.log.error({ err: error, job: jobId }, 'progress could not be written'))
        .finally(() => {
          isWriting = false
        })
    },
    async settle() {
      isSettled = true
      // On another connection it could overtake the last one. Its error is logged where it was begun.
      await writing.catch(() => {})
      if (waiting) await store(waiting)
    },
  }
}
