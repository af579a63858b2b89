import { expect, it } from 'vitest'
import { createPauses } from './watch.ts'

it('pauses twice as long after each failure in a row, a minute at most, and briefly again after a time without one', () => {
  let now = 0
  const pauses = createPauses(() => now)
  const pauseMs = (): number => {
    pauses.fail('a')
    const began = now
    while (pauses.isPausing('a')) now += 500
    return now - began
  }
  expect(Array.from({ length: 8 }, pauseMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(pauses.isPausing('b')).toBe(false)
  now += 130_000
  expect(pauseMs()).toBe(1000)
})
