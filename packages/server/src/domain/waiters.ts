import type { Clock } from '../ports/clock.ts'

/** Those who wait for something with a name to change. */
export interface Waiters {
  wake(name: string): void
  wakeAll(): void
  /** Resolves on the next `wake`, after the time, or when `gone` is aborted. */
  next(name: string, timeoutMs: number, gone?: AbortSignal): Promise<void>
}

export function createWaiters(clock: Clock): Waiters {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (name: string): void => {
    for (const resolve of [...(waiting.get(name) ?? [])]) resolve()
  }
  return {
    wake,
    wakeAll: () => [...waiting.keys()].forEach(wake),
    next: (name, timeoutMs, gone) =>
      new Promise((resolve) => {
        const here = waiting.get(name) ?? new Set()
        const done = (): void => {
          stopTimer()
          gone?.removeEventListener('abort', done)
          here.delete(done)
          if (here.size === 0 && waiting.get(name) === here) waiting.delete(name)
          resolve()
        }
        const stopTimer = clock.after(timeoutMs, done)
        gone?.addEventListener('abort', done)
        waiting.set(name, here.add(done))
      }),
  }
}
