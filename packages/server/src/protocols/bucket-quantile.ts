/** Values from `low` up to `high`, of which there are `count`. */
export interface Bucket {
  readonly low: number
  readonly high: number
  readonly count: number
}

/**
 * The quantile of values that are counted in buckets in ascending order, taken as evenly spread within each, as Prometheus's
 * histogram_quantile does. The bound of a bucket without end is its other bound. NaN where nothing is counted.
 */
export function bucketQuantile(buckets: readonly Bucket[], quantile: number): number {
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  let before = 0
  for (const { low, high, count } of buckets) {
    if (count > 0 && before + count >= quantile * total) {
      if (!Number.isFinite(low)) return high
      if (!Number.isFinite(high)) return low
      return low + (high - low) * ((quantile * total - before) / count)
    }
    before += count
  }
  return Number.NaN
}
