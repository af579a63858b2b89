import type { Caller, Context } from '../context.ts'
import type { Job } from '../wire-types.ts'
import { findOwnJob, hasEnded, type JobRow, toJob } from './job-row.ts'

/** Another process may have changed the job without a word here. */
const lookAgainMs = 1000

/** The job, as soon as it has ended or the time is over. */
export async function getJob(ctx: Context, caller: Caller, id: string, waitMs = 0): Promise<Job> {
  const until = performance.now() + waitMs
  for (;;) {
    const change = waitMs > 0 ? ctx.queue.nextChange(id, lookAgainMs) : undefined
    const row = await findOwnJob(ctx, caller, id)
    if (hasEnded(row) || performance.now() >= until) return toJob(row)
    await change
  }
}

/** Every state of the job that is seen, until it has ended or the reader has gone. */
export async function* followJob(ctx: Context, caller: Caller, id: string, gone: AbortSignal): AsyncGenerator<Job> {
  let told: JobRow | undefined
  while (!gone.aborted) {
    const change = ctx.queue.nextChange(id, lookAgainMs)
    const row = await findOwnJob(ctx, caller, id)
    if (told === undefined || hasChanged(told, row)) yield toJob(row)
    told = row
    if (hasEnded(row)) return
    await change
  }
}

function hasChanged(before: JobRow, after: JobRow): boolean {
  return before.state !== after.state || JSON.stringify(before.progress) !== JSON.stringify(after.progress)
}
