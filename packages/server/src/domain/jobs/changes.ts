import type { Context } from '../context.ts'

/** Notifies everyone waiting for a job of its changes, on every server of this database. */
export interface JobChanges {
  announce(jobId: string): void
  /** Resolves on the next announcement, after the time, or when `gone` is aborted. */
  next(jobId: string, timeoutMs: number, gone?: AbortSignal): Promise<void>
}

const channel = 'omen_jobs'

export async function createJobChanges(ctx: Pick<Context, 'notifications' | 'log'>): Promise<JobChanges> {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (jobId: string): void => {
    for (const resolve of [...(waiting.get(jobId) ?? [])]) resolve()
  }
  await ctx.notifications.subscribe(channel, {
    onMessage: wake,
    // Announcements made meanwhile are lost, so all waiters check for themselves.
    onReconnect: () => [...waiting.keys()].forEach(wake),
  })
  return {
    announce(jobId) {
      ctx.notifications
        .publish(channel, jobId)
        .catch((error: unknown) => ctx.log.warn({ err: error, job: jobId }, 'a change of a job was not announced'))
    },
    next: (jobId, timeoutMs, gone) =>
      new Promise((resolve) => {
        const here = waiting.get(jobId) ?? new Set()
        const done = (): void => {
          clearTimeout(timer)
          gone?.removeEventListener('abort', done)
          here.delete(done)
          if (here.size === 0 && waiting.get(jobId) === here) waiting.delete(jobId)
          resolve()
        }
        const timer = setTimeout(done, timeoutMs).unref()
        gone?.addEventListener('abort', done)
        waiting.set(jobId, here.add(done))
      }),
  }
}
