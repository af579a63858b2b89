import { quantileSorted } from './quantile.ts'

/** Centre and spread of a sample, little moved by its outliers. */
export type RobustScale = { center: number; scale: number }

/**
 * Median and spread of sorted values, without NaN. The spread is the largest of 1.4826·MAD, IQR/1.349, half the deviation of
 * the values winsorised at 1 % a side (which carries columns that mostly stand at one value), and a millionth of the median;
 * 0 where all values are equal.
 */
export function robustScale(sorted: Float64Array): RobustScale {
  const center = quantileSorted(sorted, 0.5)
  const first = sorted[0]
  if (first === undefined || first === sorted[sorted.length - 1]) return { center, scale: 0 }
  const distances = distancesFrom(sorted, center)
  const scale = Math.max(
    1.4826 * quantileSorted(distances, 0.5),
    (quantileSorted(sorted, 0.75) - quantileSorted(sorted, 0.25)) / 1.349,
    0.5 * winsorisedDeviation(sorted),
    smallestStep(sorted),
    1e-6 * Math.abs(center),
  )
  return { center, scale }
}

/** How far sorted values lie from a centre, ascending: both sides of it are, so that they need not be sorted. */
export function distancesFrom(sorted: Float64Array, center: number): Float64Array {
  const out = new Float64Array(sorted.length)
  let above = sorted.findIndex((value) => value >= center)
  if (above < 0) above = sorted.length
  let below = above - 1
  for (let k = 0; k < out.length; k++) {
    const down = below >= 0 ? center - sorted[below]! : Number.POSITIVE_INFINITY
    const up = above < sorted.length ? sorted[above]! - center : Number.POSITIVE_INFINITY
    out[k] = Math.min(down, up)
    if (down < up) below--
    else above++
  }
  return out
}

function winsorisedDeviation(sorted: Float64Array): number {
  const low = quantileSorted(sorted, 0.01)
  const high = quantileSorted(sorted, 0.99)
  let sum = 0
  let squares = 0
  for (const value of sorted) {
    const kept = Math.min(high, Math.max(low, value)) - low
    sum += kept
    squares += kept * kept
  }
  const mean = sum / sorted.length
  return Math.sqrt(Math.max(0, squares / sorted.length - mean * mean))
}

/** The resolution of sorted values: their smallest distance above 0, or 0. */
export function smallestStep(sorted: Float64Array): number {
  let step = Number.POSITIVE_INFINITY
  for (let k = 1; k < sorted.length; k++) {
    const distance = sorted[k]! - sorted[k - 1]!
    if (distance > 0 && distance < step) step = distance
  }
  return Number.isFinite(step) ? step : 0
}
