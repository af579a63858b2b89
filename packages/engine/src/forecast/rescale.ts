import { quantileSorted, sortPresent } from '../stats/quantile.ts'

/** `scaled = value / size`. */
export type Rescaling = { values: Float64Array; size: number }

/** No value is taken for farther out than this many spreads. */
const FARTHEST = 1e100

/**
 * Divides by a power of two, so that quartiles come to lie about 1 apart and no square of a value is too large to be a number; NaN
 * stays. Such a division loses nothing: what comes again exactly is forecast exactly.
 */
export function rescale(values: Float64Array): Rescaling {
  const halves = sortPresent(values).map((value) => value / 2)
  const spread = (share: number) => quantileSorted(halves, 1 - share) - quantileSorted(halves, share)
  const wide = [0.25, 0.05, 0].map(spread).find((width) => width > 0) ?? 0.5
  const size = 2 ** Math.max(-1022, Math.min(1023, Math.round(Math.log2(wide)) + 1))
  return { values: values.map((value) => Math.max(-FARTHEST, Math.min(FARTHEST, value / size))), size }
}
