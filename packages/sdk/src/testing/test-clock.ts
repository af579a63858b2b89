import type { Clock } from '../clock.ts'

/** A clock that does not wait; `slept` lists the requested waits, in milliseconds. */
export function testClock(): Clock & { slept: number[] } {
  const slept: number[] = []
  let now = Date.UTC(2026, 0, 1)
  return {
    slept,
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      slept.push(ms)
      now += ms
      await new Promise((resolve) => setTimeout(resolve, 1))
    },
  }
}
