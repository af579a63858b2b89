import type { Context } from '../context.ts'
import { createWaiters } from '../waiters.ts'

/** Notifies everyone waiting for a job of its changes, on every server of this database. */
export interface JobChanges {
  announce(jobId: string): void
  /** Resolves on the next announcement, after the time, or when `gone` is aborted. */
  next(jobId: string, timeoutMs: number, gone?: AbortSignal): Promise<void>
}

const CHANNEL = 'omen_jobs'

export async function createJobChanges(ctx: Pick<Context, 'notifications' | 'log' | 'clock'>): Promise<JobChanges> {
  const waiters = createWaiters(ctx.clock)
  await ctx.notifications.subscribe(CHANNEL, {
    onMessage: waiters.wake,
    // Announcements made meanwhile are lost, so all waiters check for themselves.
    onReconnect: waiters.wakeAll,
  })
  return {
    announce(jobId) {
      ctx.notifications
        .publish(CHANNEL, jobId)
        .catch((error: unknown) => ctx.log.warn({ err: error, job: jobId }, 'a change of a job was not announced'))
    },
    next: waiters.next,
  }
}
