import { expect, test } from 'vitest'
import { bucketsWithin, MAX_POINTS } from './read-series.ts'

test.each([1, 3, 132, 200])('%i series stay within the budget, with a flagged point in every bucket', (series) => {
  expect(bucketsWithin(series, true) * series * 2).toBeLessThanOrEqual(MAX_POINTS)
  expect(bucketsWithin(series, false) * series).toBeLessThanOrEqual(MAX_POINTS)
})

test('more series than points have a bucket each', () => expect(bucketsWithin(300_000, false)).toBe(1))
