import { fitGpd, gpdSurvival } from './gpd.ts'

/**
 * Distribution of an anomaly score by its upper part: a table of quantiles up to the limit `u`, and a generalised Pareto tail
 * beyond it, that `rate` of the values lie in (SPOT; Siffer et al., KDD 2017).
 */
export type Tail = {
  limit: number
  rate: number
  shape: number
  scale: number
  /** Ascending quantiles at equal steps of probability, from the smallest value to the limit. */
  ranks: Float32Array
}

/** Quantiles that are kept of the values below the limit. */
const RANKS = 129
/** Between the exponential and a tail without variance. */
const DEFAULT_PRIOR = { shape: 0.25, weight: 10 }

/** How a tail is fitted. */
export type TailOptions = {
  /** The scale is at least this, so that a distribution without width calls no small step impossible. */
  minScale?: number
  /** `exponential` is for values that are logarithms already, such as -ln p. */
  family?: 'pareto' | 'exponential'
  /** The part of the excesses, from below, that an exponential scale is taken from; an incident may have made the others. */
  trusted?: number
  /** The shape that a Pareto tail is drawn to, with the weight of so many excesses. */
  prior?: { shape: number; weight: number }
}

/**
 * Fits sorted values without NaN. The tail takes the upper 2 %, but at least 25 values where there are so many and never more
 * than 15 %. Throws RangeError for no values.
 */
export function fitTail(sorted: Float64Array, options: TailOptions = {}): Tail {
  const { minScale = 0, family = 'pareto', trusted = 1, prior = DEFAULT_PRIOR } = options
  const count = sorted.length
  if (count === 0) throw new RangeError('a tail needs at least one value')
  const wanted = Math.max(0.02 * count, Math.min(25, 0.15 * count))
  const limit = sorted[Math.max(0, count - 1 - Math.round(wanted))]!
  const first = upperBound(sorted, limit)
  const below = sorted.subarray(0, first)
  const ranks = Float32Array.from({ length: RANKS }, (_, k) => below[Math.round((k * (first - 1)) / (RANKS - 1))]!)
  if (first === count) return { limit, rate: 0.5 / (count + 1), shape: 0, scale: minScale || 1, ranks }
  const excesses = sorted.subarray(first).map((value) => value - limit)
  const { shape, scale } =
    family === 'exponential'
      ? { shape: 0, scale: exponentialScale(excesses, trusted) }
      : fitGpd(excesses, prior.shape, prior.weight)
  return { limit, rate: (count - first) / (count + 1), shape, scale: Math.max(scale, minScale), ranks }
}

/** Probability of an anomaly score of at least `value`; NaN for NaN. */
export function tailProbability(tail: Tail, value: number): number {
  if (value > tail.limit) return tail.rate * gpdSurvival(tail, value - tail.limit)
  if (Number.isNaN(value)) return value
  const { ranks } = tail
  const last = RANKS - 1
  let low = 0
  for (let step = last / 2; step >= 1; step /= 2) low += ranks[low + step - 1]! < value ? step : 0
  if (ranks[low]! < value) low++
  if (low === 0) return 1
  const from = ranks[low - 1]!
  const step = ranks[low]! - from
  const place = step > 0 ? low - 1 + Math.min(1, (value - from) / step) : low
  return 1 - (place / last) * (1 - tail.rate)
}

/** The same where it is less than `max`, else `max`: decided by one comparison for values that are not far out. NaN for NaN. */
export function tailProbabilityUpTo(tail: Tail, value: number, max: number): number {
  const { ranks } = tail
  const place = Math.floor(((1 - max) / (1 - tail.rate)) * (RANKS - 1))
  if (place < RANKS && place >= 0 && value <= ranks[place]!) return max
  return Math.min(max, tailProbability(tail, value))
}

/** The anomaly score that is reached with probability `p`: the inverse of `tailProbability`. */
export function tailQuantile(tail: Tail, p: number): number {
  if (p < tail.rate) {
    const ratio = p / tail.rate
    const excess =
      tail.shape < 1e-9 ? -Math.log(ratio) * tail.scale : (tail.scale / tail.shape) * (ratio ** -tail.shape - 1)
    return tail.limit + excess
  }
  const place = ((1 - p) / (1 - tail.rate)) * (tail.ranks.length - 1)
  const below = Math.max(0, Math.min(tail.ranks.length - 1, Math.floor(place)))
  const low = tail.ranks[below]!
  return low + (tail.ranks[Math.min(below + 1, tail.ranks.length - 1)]! - low) * (place - below)
}

function upperBound(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** The mean of an exponential distribution, from the lower part of its ascending values. */
function exponentialScale(values: Float64Array, trusted: number): number {
  const kept = values.subarray(0, Math.max(1, Math.floor(trusted * values.length)))
  const part = kept.length / values.length
  const expected = part < 1 ? 1 + ((1 - part) * Math.log(1 - part)) / part : 1
  return kept.reduce((sum, value) => sum + value, 0) / kept.length / expected
}
