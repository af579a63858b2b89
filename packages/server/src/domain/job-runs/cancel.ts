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
const patienceMs = 5000

export async function cancelJob(ctx: Context, caller: Caller, id: string): Promise<Job> {
  const row = await findOwnJob(ctx, caller, id)
  if (hasEnded(row)) throw new DomainError('JOB_FINISHED')
  const [unstarted] = await ctx.db
    .update(jobs)
    .set({ state: 'cancelled', cancelRequested: true, finishedAt: ctx.clock.now() })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'queued')))
    .returning()
  if (unstarted) {
    await failVersions(ctx, unstarted.id)
    await ctx.queue.withdraw(jobMessage(id))
  } else await ctx.db.update(jobs).set({ cancelRequested: true }).where(eq(jobs.id, id))
  ctx.jobChanges.announce(id)
  return getJob(ctx, caller, id, patienceMs)
}
