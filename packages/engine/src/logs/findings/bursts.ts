import { countTail } from '../../stats/count-tail.ts'
import { quantileSorted, sortPresent } from '../../stats/quantile.ts'
import type { Anomaly } from './finding.ts'

/** Counts of one template over buckets of time, each full bucket evaluated by the ones before it. */
export type BurstDetector = {
  /** Takes the events in a bucket; buckets must ascend, those left out had none. */
  push(bucket: number, count: number): Anomaly | undefined
  state(): BurstState
}

/** What a burst detector goes on from, as plain data. */
export type BurstState = { since: number; newest: number; counts: Float64Array }

/** How many events come together when a template comes at all, over the templates of a log that do not come in every bucket. */
export type BurstPool = { push(count: number): void; moments(): Moments; state(): BurstPoolState }

/** What a pool goes on from, as plain data. */
export type BurstPoolState = { counts: Float64Array; taken: number; moments: Moments }

/** Mean and variance of the events in a bucket that has any. */
export type Moments = { readonly mean: number; readonly variance: number }

/** Buckets that a count is compared with. */
const HISTORY = 288
/** Buckets before the first that is evaluated. Fitted on simulated logs. */
export const BURST_WARM_UP = 24
/** Fewer lines in a bucket are no burst. */
const SMALLEST = 3
/** Counts above this quantile of those before are taken as the quantile. Fitted on simulated logs. */
const TRIMMED = 0.95
/** Latest buckets whose mean raises what is expected. Fitted on simulated logs. */
const RECENT = 6
/** How much wider the distribution is for having been learned from few buckets. Fitted on simulated logs. */
const UNCERTAINTY = 8
/** Counts of templates that do not come in every bucket, which say how events of the log cluster. */
const POOL_SIZE = 1024
/** Buckets that what is known of other templates counts as. */
const POOL_WEIGHT = 10
/** Buckets with events from which on a template is evaluated by its own counts alone. Fitted on simulated logs. */
const ENOUGH = 60
/**
 * A template with events in a smaller part of the buckets says how others cluster: each that does not come in all of
 * them. Fitted on simulated logs.
 */
const POOLED_BELOW = 1

/** Moments of counts cut at a high quantile, so that an earlier burst does not hide a later one; the newest stand first. */
function trimmedMoments(counts: Float64Array): Moments & { readonly latest: number } {
  if (counts.length === 0) return { mean: 1, variance: 0, latest: 1 }
  const max = quantileSorted(sortPresent(counts), TRIMMED)
  let sum = 0
  let squares = 0
  for (const count of counts) {
    sum += Math.min(count, max)
    squares += Math.min(count, max) ** 2
  }
  const mean = sum / counts.length
  const newest = counts.subarray(0, RECENT)
  const latest = newest.reduce((total, count) => total + Math.min(count, max), 0) / newest.length
  return { mean, variance: Math.max(0, squares / counts.length - mean * mean), latest }
}

/** Moments of `count` values, drawn to others as by ten values more, by fewer the more there are, by none from sixty on. */
function drawn(own: Moments, count: number, others: Moments): Moments {
  const weight = Math.max(0, POOL_WEIGHT * (1 - count / ENOUGH))
  const draw = (mine: number, other: number): number => (mine * count + other * weight) / (count + weight)
  return { mean: draw(own.mean, others.mean), variance: draw(own.variance, others.variance) }
}

/** What is assumed before anything is known: events come in small clusters. */
const PRIOR: Moments = { mean: 1.5, variance: 4 }

/** Remembers the last 1,024 counts above 0, beside ten that are assumed. */
export function createBurstPool(saved?: BurstPoolState): BurstPool {
  const counts = saved?.counts.slice() ?? new Float64Array(POOL_SIZE)
  let { taken, moments } = saved ?? { taken: 0, moments: PRIOR }
  return {
    push(count) {
      counts[taken++ % POOL_SIZE] = count
      if ((taken & (taken - 1)) === 0 || taken % 256 === 0)
        moments = drawn(
          trimmedMoments(counts.subarray(0, Math.min(taken, POOL_SIZE))),
          Math.min(taken, POOL_SIZE),
          PRIOR,
        )
    },
    moments: () => moments,
    state: () => ({ counts: counts.slice(), taken, moments }),
  }
}

/**
 * The probability that a template comes at all, by the share of its last 288 buckets that had it, times that of so many events
 * where it comes: a negative binomial with the moments of its own buckets, drawn to those of all templates that do not come in each of
 * their buckets while they are fewer than sixty, since a few buckets cannot tell how events cluster. The mean is that
 * of the newest six buckets where that is higher. `since` is the bucket in which the log begins. Silent for fewer than 24
 * buckets, for counts below 3 and counts below the mean. Source: after Farrington et al., JRSS A 1996.
 */
export function createBurstDetector(since: number, pool: BurstPool, saved?: BurstState): BurstDetector {
  const counts = saved?.counts.slice() ?? new Float64Array(HISTORY)
  let newest = saved?.newest ?? since - 1

  const advance = (bucket: number): void => {
    for (let b = Math.max(newest + 1, bucket - HISTORY); b < bucket; b++) counts[b % HISTORY] = 0
    newest = bucket
  }
  const activeBefore = (bucket: number, length: number): Float64Array =>
    Float64Array.from({ length }, (_, i) => counts[(bucket - 1 - i) % HISTORY] as number).filter((value) => value > 0)
  const evaluate = (count: number, active: Float64Array, length: number): Anomaly | undefined => {
    if (count < SMALLEST) return undefined
    const own = trimmedMoments(active)
    const { mean, variance } = drawn(own, active.length, pool.moments())
    const level = Math.max(mean, own.latest)
    if (count <= level) return undefined
    const comes = (active.length + 0.5) / (length + 1)
    const wider = (1 + UNCERTAINTY / (active.length + POOL_WEIGHT)) * (level / mean)
    const many = countTail(count - 1, Math.max(level - 1, 0.5), variance * wider)
    const spreads = (count - level) / Math.sqrt(Math.max(variance * wider, level))
    const rangeShare = (count - level) / Math.max(...active, 1)
    return { probability: comes * many, observed: count, usual: comes * level, spreads, rangeShare }
  }
  return {
    push(bucket, count) {
      advance(bucket)
      const length = Math.min(HISTORY, bucket - since)
      const active = activeBefore(bucket, length)
      const anomaly = length < BURST_WARM_UP ? undefined : evaluate(count, active, length)
      counts[bucket % HISTORY] = count
      if (active.length < POOLED_BELOW * length) pool.push(count)
      return anomaly
    },
    state: () => ({ since, newest, counts: counts.slice() }),
  }
}
