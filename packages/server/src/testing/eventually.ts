import { setTimeout as pause } from 'node:timers/promises'
import type { TestClock } from './test-clock.ts'

export interface EventuallyOptions {
  /** How far the clock is advanced at most; beyond it, only real I/O is waited for. */
  readonly withinMs?: number
  /** Real time after which the last error of the probe is thrown. A busy machine may need it. */
  readonly patienceMs?: number
}

/** Time for I/O between two steps of the clock, in real ms: a round trip to a local database takes about one. */
const ioMs = 4

/**
 * Resolves with the result of `probe` as soon as it does not throw, advancing the clock from one pending timer to the next until then. Real
 * I/O gets its turn between the steps, so that what one timer began is usually done before the next one fires.
 */
export async function eventually<T>(
  clock: TestClock,
  probe: () => T | Promise<T>,
  { withinMs = 60_000, patienceMs = 40_000 }: EventuallyOptions = {},
): Promise<T> {
  const end = clock.now() + withinMs
  const patience = performance.now() + patienceMs
  for (;;) {
    try {
      return await probe()
    } catch (error) {
      if (performance.now() > patience) throw error
    }
    await pause(ioMs)
    const dueAt = clock.nextDueAt()
    if (dueAt !== undefined && dueAt <= end) await clock.advance(Math.max(0, dueAt - clock.now()))
  }
}
