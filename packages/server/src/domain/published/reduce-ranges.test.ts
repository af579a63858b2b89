import { expect, test } from 'vitest'
import { reduceRanges } from './reduce-ranges.ts'

const KEPT = {
  from: 0,
  to: 39,
  bucketMs: 10,
  times: [0, 10, 20, 30],
  degree: [1, -4, null, 2],
  series: [
    {
      seriesId: 'cpu',
      min: [1, 2, null, 4],
      max: [5, 6, null, 8],
      count: [3, 3, 0, 3],
      low: [0, 0, null, 1],
      high: [9, 8, null, 7],
      score: [0, 2, null, 1],
      flagged: [{ time: 12, value: 6, val: 2 }],
    },
  ],
}

test('gives the ranges that were kept where there are few enough', () => {
  expect(reduceRanges(KEPT, { from: 0, to: 39, buckets: 100 })).toEqual(KEPT)
})

test('joins ranges, keeping the extremes, the flagged points and the degree furthest from 0', () => {
  const reduced = reduceRanges(KEPT, { from: 0, to: 39, buckets: 2 })
  expect(reduced).toMatchObject({ bucketMs: 20, times: [0, 20], degree: [-4, 2] })
  expect(reduced.series[0]).toEqual({
    seriesId: 'cpu',
    min: [1, 4],
    max: [6, 8],
    count: [6, 3],
    low: [0, 1],
    high: [9, 7],
    score: [2, 1],
    flagged: [{ time: 12, value: 6, val: 2 }],
  })
})

test('gives the ranges of an interval, and none outside of what was kept', () => {
  expect(reduceRanges(KEPT, { from: 15, to: 25, buckets: 100 })).toMatchObject({ times: [10, 20] })
  expect(reduceRanges(KEPT, { from: 100, to: 200, buckets: 100 })).toMatchObject({ times: [], degree: [] })
})
