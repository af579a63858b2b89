import { expect, it } from 'vitest'
import { createRecentSamples } from './recent-samples.ts'

const MINUTE = 60_000

it('knows a sample by its series, time and value, also one without a value', () => {
  const recent = createRecentSamples()
  recent.note(3, MINUTE, 1.5)
  recent.note(700, MINUTE, Number.NaN)
  expect(recent.has(3, MINUTE, 1.5)).toBe(true)
  expect(recent.has(700, MINUTE, Number.NaN)).toBe(true)
  expect(recent.has(3, MINUTE, 1.6)).toBe(false)
  expect(recent.has(3, 2 * MINUTE, 1.5)).toBe(false)
  expect(recent.has(2, MINUTE, 1.5)).toBe(false)
  expect(recent.has(701, MINUTE, Number.NaN)).toBe(false)
})

it('forgets what is past', () => {
  const recent = createRecentSamples()
  recent.note(0, MINUTE, 1)
  recent.note(0, 2 * MINUTE, 1)
  recent.forgetBefore(2 * MINUTE)
  expect([recent.has(0, MINUTE, 1), recent.has(0, 2 * MINUTE, 1)]).toEqual([false, true])
})

it('remembers 64 times at most', () => {
  const recent = createRecentSamples()
  for (let time = 0; time < 100; time++) recent.note(0, time, 1)
  expect(Array.from({ length: 100 }, (_, time) => recent.has(0, time, 1)).filter(Boolean)).toHaveLength(64)
})
