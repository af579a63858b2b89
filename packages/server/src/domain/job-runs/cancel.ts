import { and, eq } from 'drizzle-orm'
import { jobs } from '../../adapters/database/schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { getJob } from '../jobs/get.ts'
import { findOwnJob, hasEnded } from '../jobs/job-row.ts'
import { abandonTargets } from '../models/index.ts'
import type { Job } from '../wire-types.ts'

/** How long a running job is given to stop before the answer says that it still runs. */
const patienceMs = 5000

export async function cancelJob(ctx: Context, caller: Caller, id: string): Promise<Job> {
  const row = await findOwnJob(ctx, caller, id)
  if (hasEnded(row)) throw new DomainError('JOB_FINISHED')
  const [unstarted] = await ctx.db
    .update(jobs)
    .set({ state: 'cancelled', cancelRequested: true, finishedAt: ctx.clock.now() })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'queued')))
    .returning()
  if (unstarted) await abandonTargets(ctx, unstarted.id)
  else await ctx.db.update(jobs).set({ cancelRequested: true }).where(eq(jobs.id, id))
  ctx.queue.announce(id)
  return getJob(ctx, caller, id, patienceMs)
}
