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
export function layOutBuckets({ from, to, buckets, unitMs }: Layout): BucketLayout {
  const bucketMs = unitMs * Math.max(1, Math.ceil((to - from) / (buckets * unitMs)))
  const length = Math.min(buckets, Math.floor((to - from) / bucketMs) + 1)
  return { bucketMs, lastBucket: length - 1, times: Array.from({ length }, (_, bucket) => from + bucket * bucketMs) }
}
