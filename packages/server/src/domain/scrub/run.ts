import type { Context } from '../context.ts'
import { scrubPass } from './pass.ts'
import { readScrub, type ScrubState } from './state.ts'

const DAY_MS = 86_400_000

/** Begins a pass once per period, or resumes one that was stopped. A schedule calls it, on one server at a time. */
export async function scrubWhenDue(ctx: Context, stopping: AbortSignal): Promise<void> {
  if (!isDue(ctx, await readScrub(ctx))) return
  await scrubPass(ctx, stopping).catch((error: unknown) => {
    if (!stopping.aborted) throw error
  })
}

export function isDue(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  state: ScrubState | undefined,
): boolean {
  if (settings.scrubDays === 0) return false
  if (!state || state.finishedAt === null) return true
  return clock.now() - state.startedAt >= settings.scrubDays * DAY_MS
}
