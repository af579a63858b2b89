import { DomainError } from '../errors.ts'

export interface SemaphoreOptions {
  readonly concurrent: number
  /** Beyond these a task is refused with OVERLOADED. */
  readonly waitingPerAccount: number
  /** Tasks of all accounts; one that has no other task waiting is not refused for it. */
  readonly maxWaiting?: number
}

export interface Semaphore {
  /** Runs the work when it is its turn. The signal removes work that still waits; what has begun holds its place until it ends. */
  run<T>(accountId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

interface Waiting {
  begin(): void
}

/** Enough that the next attempt finds the one that runs now ended, as a rule. */
const TRY_AGAIN_MS = 2000

/** Runs a few tasks at once, one of an account, and gives accounts their turns in a circle: many tasks of one do not delay another's. */
export function createSemaphore({
  concurrent,
  waitingPerAccount,
  maxWaiting = Number.POSITIVE_INFINITY,
}: SemaphoreOptions): Semaphore {
  const running = new Set<string>()
  /** Waiting tasks by account, in the order of the accounts' turns: an account whose task begins moves to the end. */
  const waiting = new Map<string, Set<Waiting>>()
  let waitingCount = 0

  function beginNext(): void {
    for (const [accountId, own] of [...waiting]) {
      if (running.size >= concurrent) return
      if (running.has(accountId)) continue
      const [next] = own
      leaveQueue(accountId, next!)
      waiting.delete(accountId)
      if (own.size > 0) waiting.set(accountId, own)
      running.add(accountId)
      next!.begin()
    }
  }

  /** Whether it was waiting. The account keeps its place for its other tasks. */
  function leaveQueue(accountId: string, one: Waiting): boolean {
    const own = waiting.get(accountId)
    if (!own?.delete(one)) return false
    waitingCount--
    if (own.size === 0) waiting.delete(accountId)
    return true
  }

  async function takeTurn(accountId: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const turn = Promise.withResolvers<void>()
    const one: Waiting = { begin: turn.resolve }
    const own = waiting.get(accountId) ?? new Set()
    waiting.set(accountId, own.add(one))
    waitingCount++
    beginNext()
    const isTooMuch = own.size > waitingPerAccount || (waitingCount > maxWaiting && own.size > 1)
    if (own.has(one) && isTooMuch) {
      leaveQueue(accountId, one)
      throw new DomainError('OVERLOADED', { retryAfterMs: TRY_AGAIN_MS })
    }
    const leave = (): void => {
      if (leaveQueue(accountId, one)) turn.reject(signal?.reason)
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
