import { quantileSorted, sortPresent } from '../stats/quantile.ts'

/** `scaled = (value - center) / size`, so that no square of a value is too large to be a number. */
export type Rescaling = { values: Float64Array; center: number; size: number }

/** Moves values to a median of 0 and quartiles about 1 apart; NaN stays. */
export function rescale(values: Float64Array): Rescaling {
  const sorted = sortPresent(values)
  const center = quantileSorted(sorted, 0.5)
  const halves = sorted.map((value) => value / 2)
  const spread = (share: number) => quantileSorted(halves, 1 - share) - quantileSorted(halves, share)
  const size = 2 * ([0.25, 0.05, 0].map(spread).find((width) => width > 0) ?? 0.5)
  const step = Number.isFinite(size) ? size : Number.MAX_VALUE
  return { values: values.map((value) => value / step - center / step), center, size: step }
}
