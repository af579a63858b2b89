import type { Context } from '../context.ts'
import { recoverJobs, recoverSilentJobs } from './recover.ts'
import { runJob } from './run.ts'

const lookForDeadMs = 15_000

export interface RunningJobs {
  /** Looks for lost jobs no more; the queue itself is stopped by whoever opened it. */
  stop(): void
}

/** Begins to work on jobs, those first that a dead server left behind. */
export async function startJobs(ctx: Context): Promise<RunningJobs> {
  await recoverJobs(ctx)
  await ctx.queue.start((id) => runJob(ctx, id))
  const timer = setInterval(() => {
    recoverSilentJobs(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'looking for lost jobs failed'))
  }, lookForDeadMs).unref()
  return { stop: () => clearInterval(timer) }
}
