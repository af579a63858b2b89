import type { LaneWork } from '../../ports/job-queue.ts'
import type { Context } from '../context.ts'
import { drainJobs } from './drain.ts'

/** The lane of jobs. A message says that a job is waiting, not which job runs next. */
export function jobLane(ctx: Context): LaneWork {
  return { concurrency: ctx.settings.workers, run: (_jobId, stopping) => drainJobs(ctx, stopping) }
}
