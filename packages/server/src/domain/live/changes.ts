import type { Context } from '../context.ts'
import { createWaiters } from '../waiters.ts'

/** Notifies everyone watching a project of newly scored rows, on every server of this database. */
export interface LiveChanges {
  announce(sourceId: string): void
  /** Resolves on the next announcement, after the time, or when `gone` is aborted. */
  next(sourceId: string, timeoutMs: number, gone?: AbortSignal): Promise<void>
}

/** Announces the sources of newly scored rows. */
export const LIVE_CHANNEL = 'omen_live'

export async function createLiveChanges(ctx: Pick<Context, 'notifications' | 'log' | 'clock'>): Promise<LiveChanges> {
  const waiters = createWaiters(ctx.clock)
  await ctx.notifications.subscribe(LIVE_CHANNEL, { onMessage: waiters.wake, onReconnect: waiters.wakeAll })
  return {
    announce(sourceId) {
      ctx.notifications
        .publish(LIVE_CHANNEL, sourceId)
        .catch((error: unknown) => ctx.log.warn({ err: error, sourceId }, 'newly scored rows were not announced'))
    },
    next: waiters.next,
  }
}
