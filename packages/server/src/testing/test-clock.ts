import type { Clock } from '../ports/clock.ts'

/** The real time, and as much later as a test says. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export function createTestClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => Date.now() + aheadMs,
    advance: (ms) => {
      aheadMs += ms
    },
  }
}
