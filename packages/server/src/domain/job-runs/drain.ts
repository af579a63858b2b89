import type { Context } from '../context.ts'
import { claimNext } from './claim.ts'
import { runJob } from './run.ts'

/** Does one waiting job after the other, until none waits or the server stops: no pause for a message in between. */
export async function drainJobs(ctx: Context, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const job = await claimNext(ctx)
    if (!job) return
    await runJob(ctx, job)
  }
}
