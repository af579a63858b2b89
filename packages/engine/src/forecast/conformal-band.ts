import { quantileSorted, sortPresent } from '../stats/quantile.ts'
import type { SpreadModel } from './spread-model.ts'

/** How far below and above the middle the band reaches at each step. */
export type Band = { below: Float64Array; above: Float64Array; coverage: number }

/** Steps of the horizon at which the width is estimated, close together at its beginning. */
const KNOTS = 16
/** How much the share of misses at one origin moves the share that is aimed at. */
const ADAPTATION = 0.05
/** Origins that must be known before the share of misses is believed. */
const LEARNED_FROM = 5

/**
 * A band that later values lie in with probability `level`, from the errors of a back-test (split conformal; Vovk et al. 2005), by step
 * ahead, each side by itself, in units of the spread expected there. The share of misses aimed at follows the misses seen, origin by
 * origin (adaptive conformal inference; Gibbs and Candès 2021). `coverage` is what that would have covered.
 */
export function conformalBand(
  residuals: readonly Float64Array[],
  origins: readonly number[],
  end: number,
  spread: SpreadModel,
  level: number,
): Band {
  const horizon = residuals[0]!.length
  const perOrigin = origins.length > 1 ? (origins.at(-1)! - origins[0]!) / (origins.length - 1) / horizon : 1
  const scaled = residuals.map((errors, which) => errors.map((error, step) => error / spread(origins[which]!, step)))
  const knots = [
    ...new Set(Array.from({ length: KNOTS }, (_, k) => Math.round((horizon - 1) * (k / (KNOTS - 1)) ** 2))),
  ]
  const aim = adapt(
    scaled,
    knots.filter((_, k) => k % 3 === 0),
    1 - level,
    perOrigin,
  )
  const worth = independent(scaled.length, perOrigin)
  const sides = knots.map((knot) => sidesAt(pool(scaled, scaled.length, knot), aim.miss, worth))
  const at = (side: (pair: Sides) => number) => (_: unknown, step: number) =>
    Math.max(0, interpolate(knots, sides.map(side), step)) * spread(end, step)
  return {
    below: Float64Array.from(
      { length: horizon },
      at((pair) => -pair.low),
    ),
    above: Float64Array.from(
      { length: horizon },
      at((pair) => pair.high),
    ),
    coverage: aim.coverage,
  }
}

type Sides = { low: number; high: number }

/** Sorted errors of the first `count` origins at steps near one, at most some seven steps of each. */
function pool(scaled: readonly Float64Array[], count: number, knot: number): Float64Array {
  const reach = 2 + (knot >> 2)
  const stride = Math.max(1, Math.floor(reach / 3))
  const from = Math.max(0, knot - reach)
  const to = Math.min(scaled[0]!.length - 1, knot + reach)
  const out = new Float64Array(count * (Math.floor((to - from) / stride) + 1))
  let row = 0
  for (let which = 0; which < count; which++)
    for (let step = from; step <= to; step += stride) out[row++] = scaled[which]![step]!
  return sortPresent(out)
}

/** Origins whose futures overlap count as fewer: `perOrigin` horizons lie from one to the next. */
function independent(origins: number, perOrigin: number): number {
  return Math.min(origins, 1 + perOrigin * (origins - 1))
}

/**
 * Half way between the quantiles with half of the misses on either side and those of the sizes of errors: a level that has jumped up
 * once may well jump down. A little further out for few independent origins.
 */
function sidesAt(sorted: Float64Array, miss: number, independentOrigins: number): Sides {
  if (sorted.length === 0) return { low: 0, high: 0 }
  const share = (miss / 2) * (1 - 2 / (Math.max(1, independentOrigins) + 1))
  const size = sizeQuantile(sorted, 2 * share)
  return {
    low: (quantileSorted(sorted, share) - size) / 2,
    high: (quantileSorted(sorted, 1 - share) + size) / 2,
  }
}

/** The size that a share of errors goes beyond: from both ends of the sorted errors inwards. */
function sizeQuantile(sorted: Float64Array, beyond: number): number {
  let from = 0
  let to = sorted.length - 1
  for (let k = Math.round(beyond * (sorted.length - 1)); k > 0; k--) {
    if (-sorted[from]! > sorted[to]!) from++
    else to--
  }
  return Math.max(-sorted[from]!, sorted[to]!)
}

/** Goes through the origins as time did: the band of those before, the misses of this one, the next aim. */
function adapt(
  scaled: readonly Float64Array[],
  knots: readonly number[],
  wanted: number,
  perOrigin: number,
): { miss: number; coverage: number } {
  let miss = wanted
  let missed = 0
  let evaluated = 0
  for (let which = LEARNED_FROM; which < scaled.length; which++) {
    let out = 0
    let count = 0
    for (const knot of knots) {
      const { low, high } = sidesAt(pool(scaled, which, knot), miss, independent(which, perOrigin))
      const error = scaled[which]![knot]!
      if (Number.isNaN(error)) continue
      count++
      if (error < low || error > high) out++
    }
    if (count === 0) continue
    missed += out
    evaluated += count
    miss = Math.max(0.2 * wanted, Math.min(2 * wanted, miss + ADAPTATION * (wanted - out / count)))
  }
  return { miss, coverage: evaluated > 0 ? 1 - missed / evaluated : 1 - wanted }
}

function interpolate(knots: readonly number[], values: readonly number[], step: number): number {
  let k = 0
  while (k + 1 < knots.length - 1 && knots[k + 1]! < step) k++
  if (knots.length === 1) return values[0]!
  const part = (step - knots[k]!) / (knots[k + 1]! - knots[k]!)
  return values[k]! + (values[k + 1]! - values[k]!) * part
}
