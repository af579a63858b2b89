import type { Job } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { findOwnJob, hasEnded, type JobRow, toJob } from './job-row.ts'

/** Polling interval, in case the announcement of a change was lost. */
const LOOK_AGAIN_MS = 15_000

/** Returns the job as soon as it has ended, the time is over, or `gone` is aborted. */
export async function getJob(ctx: Context, caller: Caller, id: string, waitMs = 0, gone?: AbortSignal): Promise<Job> {
  const until = ctx.clock.monotonic() + waitMs
  for (;;) {
    const leftMs = gone?.aborted ? 0 : until - ctx.clock.monotonic()
    const change = leftMs > 0 ? ctx.jobChanges.next(id, Math.min(leftMs, LOOK_AGAIN_MS), gone) : undefined
    const row = await findOwnJob(ctx, caller, id)
    if (hasEnded(row) || change === undefined) return toJob(row)
    await change
  }
}

/** Yields each observed state of the job until it has ended or the reader has gone. */
export async function* followJob(ctx: Context, caller: Caller, id: string, gone: AbortSignal): AsyncGenerator<Job> {
  let reported: JobRow | undefined
  while (!gone.aborted) {
    const change = ctx.jobChanges.next(id, LOOK_AGAIN_MS, gone)
    const row = await findOwnJob(ctx, caller, id)
    if (reported === undefined || hasChanged(reported, row)) yield toJob(row)
    reported = row
    if (hasEnded(row)) return
    await change
  }
}

function hasChanged(before: JobRow, after: JobRow): boolean {
  return before.state !== after.state || JSON.stringify(before.progress) !== JSON.stringify(after.progress)
}
