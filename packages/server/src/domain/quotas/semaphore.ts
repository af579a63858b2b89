import { DomainError } from '../errors.ts'

export interface SemaphoreOptions {
  readonly concurrent: number
  /** Beyond these a task is refused with OVERLOADED. */
  readonly waitingPerAccount: number
}

export interface Semaphore {
  /** Runs the work when it is its turn. The signal removes work that still waits; what has begun holds its place until it ends. */
  run<T>(accountId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

interface Waiting {
  readonly accountId: string
  begin(): void
}

/** Enough that the next attempt finds the one that runs now ended, as a rule. */
const tryAgainMs = 2000

/** Runs a few tasks at once, and one of an account, so that many of one account do not delay another's. */
export function createSemaphore({ concurrent, waitingPerAccount }: SemaphoreOptions): Semaphore {
  const running = new Set<string>()
  const waiting = new Set<Waiting>()

  function beginNext(): void {
    for (const next of waiting) {
      if (running.size >= concurrent) return
      if (running.has(next.accountId)) continue
      waiting.delete(next)
      running.add(next.accountId)
      next.begin()
    }
  }

  async function takeTurn(accountId: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const turn = Promise.withResolvers<void>()
    const own = { accountId, begin: turn.resolve }
    waiting.add(own)
    beginNext()
    if (waiting.has(own) && countOf(waiting, accountId) > waitingPerAccount) {
      waiting.delete(own)
      throw new DomainError('OVERLOADED', { retryAfterMs: tryAgainMs })
    }
    const leave = (): void => {
      if (waiting.delete(own)) turn.reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    await turn.promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  return {
    async run(accountId, work, signal) {
      await takeTurn(accountId, signal)
      try {
        return await work()
      } finally {
        running.delete(accountId)
        beginNext()
      }
    },
  }
}

function countOf(waiting: ReadonlySet<Waiting>, accountId: string): number {
  return [...waiting].filter((one) => one.accountId === accountId).length
}
