import { expect, test } from 'vitest'
import { isGivenUp, maxAttempts, retryDelayMs } from './retries.ts'

const highest = { below: (limit: number) => limit - 1 }
const lowest = { below: () => 0 }

test('waits longer after each attempt, a tenth more or less, and ends within a day', () => {
  const delays = Array.from({ length: maxAttempts - 1 }, (_, index) => retryDelayMs(index + 1, lowest))
  expect(delays).toEqual([...delays].sort((a, b) => a - b))
  expect(retryDelayMs(1, lowest)).toBe(9000)
  expect(retryDelayMs(1, highest)).toBe(11_000)
  const longest = delays.reduce((sum, _, index) => sum + retryDelayMs(index + 1, highest), 0)
  expect(longest).toBeLessThan(20 * 3_600_000)
  expect(longest).toBeGreaterThan(12 * 3_600_000)
})

test('gives up after ten attempts, or when the alert is a day old', () => {
  expect(maxAttempts).toBe(10)
  expect(isGivenUp({ attempts: 9, ageMs: 0 })).toBe(false)
  expect(isGivenUp({ attempts: 10, ageMs: 0 })).toBe(true)
  expect(isGivenUp({ attempts: 1, ageMs: 86_400_000 })).toBe(true)
})
