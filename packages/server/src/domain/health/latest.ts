import type { Clock } from '../../ports/clock.ts'

export interface LatestOptions {
  readonly clock: Clock
  /** A cached answer younger than this is returned without a new query. */
  readonly freshMs: number
  /** For an answer older than this, the caller waits briefly for a newer one. */
  readonly usableMs: number
}

/** How long a caller waits for a newer answer if there is an old one. */
const momentMs = 40

/**
 * Caches the latest result of a query that may be slow: one query at a time, and only the first caller waits for it.
 * The query must not reject.
 */
export function createLatest<T>(ask: () => Promise<T>, { clock, freshMs, usableMs }: LatestOptions): () => Promise<T> {
  let known: { at: number; answer: T } | undefined
  let asking: Promise<T> | undefined

  const renew = (): Promise<T> => {
    asking ??= ask()
      .then((answer) => {
        known = { at: clock.now(), answer }
        return answer
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  return async () => {
    if (!known) return renew()
    const { answer } = known
    const age = clock.now() - known.at
    if (age < freshMs) return answer
    const newer = renew()
    return age < usableMs ? answer : Promise.race([newer, after(clock, momentMs, answer)])
  }
}

async function after<T>(clock: Clock, ms: number, value: T): Promise<T> {
  await clock.sleep(ms)
  return value
}
