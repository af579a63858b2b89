import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { instanceId, worksAlone } from '../instance.ts'
import { scrubPass } from './pass.ts'
import { readScrub, type ScrubState } from './state.ts'

const dayMs = 86_400_000
const lookMs = 10 * 60_000

/** Scrubs once per period while the server runs; of several servers only one does. */
export async function runScrub(ctx: Context, signal: AbortSignal): Promise<void> {
  if (ctx.settings.scrubDays === 0) return
  // Waits before the first pass too, since a server that has just started is busy.
  while (await hasSlept(signal)) {
    try {
      if (isDue(ctx, await readScrub(ctx))) await scrubPass(ctx, signal)
    } catch (error) {
      if (!signal.aborted) ctx.log.error({ err: error }, 'the scrub failed and will resume later')
    }
  }
}

/** False if the server is stopping. */
function hasSlept(signal: AbortSignal): Promise<boolean> {
  return sleep(lookMs, true, { ref: false, signal }).catch(() => false)
}

export function isDue(ctx: Pick<Context, 'clock' | 'settings'>, state: ScrubState | undefined): boolean {
  if (!state) return true
  const now = ctx.clock.now()
  if (state.finishedAt !== null) return now - state.startedAt >= ctx.settings.scrubDays * dayMs
  const isElsewhere = state.holder !== instanceId && !worksAlone(ctx)
  return !isElsewhere || now >= state.heldUntil
}
