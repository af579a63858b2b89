import { and, eq } from 'drizzle-orm'
import { jobs } from '../../adapters/database/schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { toFailure } from '../failure.ts'
import { instanceId } from '../instance.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { abandonTargets } from '../models/index.ts'
import { explainStore } from '../store-fault.ts'
import type { JobResult } from '../wire-types.ts'
import { doWork } from './do-work.ts'
import { createProgressLog } from './progress-log.ts'

/** A fault that is not the file's or the model's may be over the next time. */
const attempts = 3
const lookEveryMs = 1000

/**
 * Does a job, once: whoever claims it first. It may have been begun before by a server that died, so all work can be done
 * again. Rejects only when it should be handed out again.
 */
export async function runJob(ctx: Context, id: string): Promise<void> {
  const job = await claim(ctx, id)
  if (!job) return
  ctx.queue.announce(id)
  const cancelling = new AbortController()
  const watching = watch(ctx, job, cancelling)
  const progress = createProgressLog(ctx, id)
  try {
    const result = await doWork(ctx, job, { signal: cancelling.signal, report: progress.report })
    await progress.settle()
    await end(ctx, job, { state: 'done', result })
  } catch (error) {
    await progress.settle()
    await endBadly(ctx, job, explainStore(error), cancelling.signal)
  } finally {
    watching.stop()
    ctx.queue.announce(id)
  }
}

async function claim(ctx: Context, id: string): Promise<JobRow | undefined> {
  const [queued] = await ctx.db.select().from(jobs).where(eq(jobs.id, id))
  if (queued?.state !== 'queued') return undefined
  const now = ctx.clock.now()
  const [job] = await ctx.db
    .update(jobs)
    .set({
      state: 'running',
      worker: instanceId,
      seenAt: now,
      startedAt: queued.startedAt ?? now,
      attempts: queued.attempts + 1,
    })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'queued')))
    .returning()
  return job
}

/** Says that the job is alive, and looks whether it was cancelled. */
function watch(ctx: Context, job: JobRow, cancelling: AbortController): { stop(): void } {
  let isOver = false
  const look = async (): Promise<void> => {
    while (!isOver) {
      await ctx.queue.nextChange(job.id, lookEveryMs)
      if (isOver) return
      const [row] = await ctx.db.update(jobs).set({ seenAt: ctx.clock.now() }).where(eq(jobs.id, job.id)).returning()
      if (row === undefined || row.cancelRequested) cancelling.abort(new DomainError('JOB_CANCELLED'))
    }
  }
  look().catch((error: unknown) => ctx.log.error({ err: error, job: job.id }, 'watching a job failed'))
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
    .where(and(eq(jobs.id, job.id), eq(jobs.state, 'running'), eq(jobs.worker, instanceId)))
}

async function endBadly(ctx: Context, job: JobRow, error: unknown, cancelling: AbortSignal): Promise<void> {
  if (!cancelling.aborted && !(error instanceof DomainError) && job.attempts < attempts) {
    await ctx.db.update(jobs).set({ state: 'queued', worker: null }).where(eq(jobs.id, job.id))
    throw error
  }
  if (!(error instanceof DomainError)) ctx.log.error({ err: error, job: job.id }, 'a job failed')
  await abandonTargets(ctx, job.id, cancelling.aborted ? undefined : toFailure(known(error)))
  await end(
    ctx,
    job,
    cancelling.aborted ? { state: 'cancelled', error: null } : { state: 'failed', error: toFailure(known(error)) },
  )
}

function known(error: unknown): DomainError {
  return error instanceof DomainError
    ? error
    : new DomainError('INTERNAL', { message: 'Something went wrong on the server.', cause: error })
}
