import { expect, it } from 'vitest'
import { layOutBuckets, layOutOpenBuckets } from './lay-out-buckets.ts'

const minute = 60_000
const day = 1440 * minute

it('divides an interval exactly, without a drift', () => {
  const { bucketMs, times } = layOutBuckets({ from: 0, to: day, buckets: 24, unitMs: 1 })
  expect([bucketMs, times.length, times.at(-1)]).toEqual([60 * minute, 24, 23 * 60 * minute])
})

it('has the same buckets where the end is given as the last millisecond of one', () => {
  const [exact, before] = [day, day - 1].map((to) => layOutBuckets({ from: 0, to, buckets: 24, unitMs: 1 }))
  expect(before).toEqual(exact)
})

it('has a bucket for each unit, the last one included, where so many are allowed', () => {
  const { bucketMs, lastBucket } = layOutBuckets({ from: 0, to: 4 * minute, buckets: 600, unitMs: minute })
  expect([bucketMs, lastBucket]).toEqual([minute, 4])
})

it('has buckets of whole units', () => {
  const { bucketMs, times } = layOutBuckets({ from: 0, to: 10 * minute, buckets: 3, unitMs: minute })
  expect([bucketMs, times]).toEqual([4 * minute, [0, 4 * minute, 8 * minute]])
})

it.each([0, 1, 4 * minute])('puts all of %i ms into one bucket', (to) => {
  expect(layOutBuckets({ from: 0, to, buckets: 1, unitMs: minute }).times).toEqual([0])
})

it.each([
  ['a whole number of buckets', 9, 3, [0, 3, 6]],
  ['a part of the last one', 10, 3, [0, 3, 6, 9]],
])('has no bucket that begins at an end that does not belong to it, after %s', (_, to, bucketMs, times) => {
  expect(layOutOpenBuckets({ from: 0, to, buckets: 4, unitMs: 1 })).toEqual({ bucketMs, times })
})
