import { expect, it } from 'vitest'
import { layOutBuckets, layOutOpenBuckets } from './lay-out-buckets.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

it('divides an interval exactly, without a drift', () => {
  const { bucketMs, times } = layOutBuckets({ from: 0, to: DAY, buckets: 24, unitMs: 1 })
  expect([bucketMs, times.length, times.at(-1)]).toEqual([60 * MINUTE, 24, 23 * 60 * MINUTE])
})

it('has the same buckets where the end is given as the last millisecond of one', () => {
  const [exact, before] = [DAY, DAY - 1].map((to) => layOutBuckets({ from: 0, to, buckets: 24, unitMs: 1 }))
  expect(before).toEqual(exact)
})

it('has a bucket for each unit, the last one included, where so many are allowed', () => {
  const { bucketMs, lastBucket } = layOutBuckets({ from: 0, to: 4 * MINUTE, buckets: 600, unitMs: MINUTE })
  expect([bucketMs, lastBucket]).toEqual([MINUTE, 4])
})

it('has buckets of whole units', () => {
  const { bucketMs, times } = layOutBuckets({ from: 0, to: 10 * MINUTE, buckets: 3, unitMs: MINUTE })
  expect([bucketMs, times]).toEqual([4 * MINUTE, [0, 4 * MINUTE, 8 * MINUTE]])
})

it.each([0, 1, 4 * MINUTE])('puts all of %i ms into one bucket', (to) => {
  expect(layOutBuckets({ from: 0, to, buckets: 1, unitMs: MINUTE }).times).toEqual([0])
})

it.each([
  ['a whole number of buckets', 9, 3, [0, 3, 6]],
  ['a part of the last one', 10, 3, [0, 3, 6, 9]],
])('has no bucket that begins at an end that does not belong to it, after %s', (_, to, bucketMs, times) => {
  expect(layOutOpenBuckets({ from: 0, to, buckets: 4, unitMs: 1 })).toEqual({ bucketMs, times })
})
