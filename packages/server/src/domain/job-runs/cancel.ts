import { and, eq } from 'drizzle-orm'
import { jobs } from '../../schema/index.ts'
import type { Job } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { getJob } from '../jobs/get.ts'
import { findOwnJob, hasEnded } from '../jobs/job-row.ts'
import { jobMessage } from '../jobs/message.ts'
import { failVersions } from '../models/index.ts'

/** How long to wait for a running job to stop before replying that it is still running. */
const PATIENCE_MS = 5000

export async function cancelJob(ctx: Context, caller: Caller, id: string): Promise<Job> {
  const row = await findOwnJob(ctx, caller, id)
  if (hasEnded(row)) throw new DomainError('JOB_FINISHED')
  if (!(await cancelUnstarted(ctx, id))) await ctx.db.update(jobs).set({ cancelRequested: true }).where(eq(jobs.id, id))
  ctx.jobChanges.announce(id)
  return getJob(ctx, caller, id, PATIENCE_MS)
}

/** With its versions and its message, so that a crash leaves no version waiting for a job that has ended. */
function cancelUnstarted(ctx: Context, id: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const cancelled = await tx
      .update(jobs)
      .set({ state: 'cancelled', cancelRequested: true, finishedAt: ctx.clock.now() })
      .where(and(eq(jobs.id, id), eq(jobs.state, 'queued')))
      .returning({ id: jobs.id })
    if (cancelled.length === 0) return false
    await failVersions({ db: tx }, id)
    await ctx.queue.withdraw(jobMessage(id), tx)
    return true
  })
}
