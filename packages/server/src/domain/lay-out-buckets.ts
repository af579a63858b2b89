import type { TimeSpan } from '../ports/point-store.ts'

interface Layout extends TimeSpan {
  /** At most so many. */
  readonly buckets: number
  /** Each is as long as some of these. */
  readonly unitMs: number
}

export interface BucketLayout {
  readonly bucketMs: number
  /** The last one, to which `to` belongs as well where that is the end of it. */
  readonly lastBucket: number
  /** The start of each. */
  readonly times: number[]
}

/** Buckets of one length from `from` on; `to` belongs to the interval. */
export function layOutBuckets(layout: Layout): BucketLayout {
  const { from, to, buckets } = layout
  const bucketMs = lengthOf(layout)
  const length = Math.min(buckets, Math.floor((to - from) / bucketMs) + 1)
  return { bucketMs, lastBucket: length - 1, times: startsOf(from, bucketMs, length) }
}

/** The same of an interval to which `to` does not belong. */
export function layOutOpenBuckets(layout: Layout): Omit<BucketLayout, 'lastBucket'> {
  const { from, to } = layout
  const bucketMs = lengthOf(layout)
  return { bucketMs, times: startsOf(from, bucketMs, Math.ceil((to - from) / bucketMs)) }
}

function lengthOf({ from, to, buckets, unitMs }: Layout): number {
  return unitMs * Math.max(1, Math.ceil((to - from) / (buckets * unitMs)))
}

function startsOf(from: number, bucketMs: number, length: number): number[] {
  return Array.from({ length }, (_, bucket) => from + bucket * bucketMs)
}
