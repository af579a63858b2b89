import { countTail } from '../../stats/count-tail.ts'
import { quantileSorted, sortPresent } from '../../stats/quantile.ts'
import type { Oddity } from './finding.ts'

/** Counts of one template over buckets of time, each full bucket judged by the ones before it. */
export type BurstDetector = {
  /** Takes the events in a bucket; buckets must ascend, those left out had none. */
  push(bucket: number, count: number): Oddity | undefined
}

/** How many events come together when a template comes at all, over every template of a log. */
export type BurstPool = { push(count: number): void; moments(): Moments }

/** Mean and variance of the events in a bucket that has any. */
export type Moments = { readonly mean: number; readonly variance: number }

const history = 288
const fewest = 12
const smallest = 3
const trimmed = 0.95
const poolSize = 1024
const poolWeight = 10

/** Moments of counts cut at their 95 % quantile, so that an earlier burst does not hide a later one. */
function trimmedMoments(counts: Float64Array): Moments {
  if (counts.length === 0) return { mean: 1, variance: 0 }
  const most = quantileSorted(sortPresent(counts), trimmed)
  let sum = 0
  let squares = 0
  for (const count of counts) {
    sum += Math.min(count, most)
    squares += Math.min(count, most) ** 2
  }
  const mean = sum / counts.length
  return { mean, variance: Math.max(0, squares / counts.length - mean * mean) }
}

/** Remembers the last 1,024 counts above 0. */
export function createBurstPool(): BurstPool {
  const counts = new Float64Array(poolSize)
  let taken = 0
  let moments: Moments = { mean: 1, variance: 0 }
  return {
    push(count) {
      counts[taken++ % poolSize] = count
      if ((taken & (taken - 1)) === 0 || taken % 256 === 0)
        moments = trimmedMoments(counts.subarray(0, Math.min(taken, poolSize)))
    },
    moments: () => moments,
  }
}

/**
 * The probability that a template comes at all, by the share of its last 288 buckets that had it, times that of so many events
 * where it comes: a negative binomial with the moments of its own buckets, drawn to those of the whole log as by ten buckets
 * more, since a few buckets cannot tell how events cluster. `since` is the bucket in which the log begins. Silent for fewer
 * than 12 buckets, for counts below 3 and counts below the mean. Source: after Farrington et al., JRSS A 1996.
 */
export function createBurstDetector(since: number, pool: BurstPool): BurstDetector {
  const counts = new Float64Array(history)
  let newest = since - 1

  const advance = (bucket: number): void => {
    for (let b = Math.max(newest + 1, bucket - history); b < bucket; b++) counts[b % history] = 0
    newest = bucket
  }
  const judge = (bucket: number, count: number): Oddity | undefined => {
    const length = Math.min(history, bucket - since)
    if (length < fewest || count < smallest) return undefined
    const past = Float64Array.from({ length }, (_, i) => counts[(bucket - 1 - i) % history] as number)
    const active = past.filter((value) => value > 0)
    const own = trimmedMoments(active)
    const whole = pool.moments()
    const draw = (mine: number, all: number): number =>
      (mine * active.length + all * poolWeight) / (active.length + poolWeight)
    const mean = draw(own.mean, whole.mean)
    if (count <= mean) return undefined
    const comes = (active.length + 0.5) / (length + 1)
    const many = countTail(count - 1, Math.max(mean - 1, 0.5), draw(own.variance, whole.variance))
    return { probability: comes * many, observed: count, usual: comes * mean }
  }
  return {
    push(bucket, count) {
      advance(bucket)
      const oddity = judge(bucket, count)
      counts[bucket % history] = count
      pool.push(count)
      return oddity
    },
  }
}
