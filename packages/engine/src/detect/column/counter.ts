import { quantileSorted } from '../../stats/quantile.ts'

/** A counter only grows, but for resets, and has grown by far more than one usual increase. */
export function isCounter(values: Float64Array): boolean {
  let rises = 0
  let falls = 0
  let previous = Number.NaN
  let total = 0
  let first = Number.NaN
  const increases: number[] = []
  for (const value of values) {
    if (Number.isNaN(value)) continue
    if (Number.isNaN(first)) first = value
    if (value > previous) {
      rises++
      total += value - previous
      increases.push(value - previous)
    } else if (value < previous) falls++
    previous = value
  }
  if (rises < 20 || first < 0) return false
  const usual = quantileSorted(Float64Array.from(increases).sort(), 0.5)
  return falls <= 0.005 * (rises + falls) && rises >= 0.5 * values.length * 0.5 && total > 20 * usual
}

/** Increase per sampling interval; NaN for the first value and after a reset or a gap of unknown increase. */
export function toRates(values: Float64Array, steps: Float64Array): Float64Array {
  let previous = Number.NaN
  let waited = 0
  return values.map((value, row) => {
    waited += steps[row]!
    if (Number.isNaN(value)) return Number.NaN
    const rate = value >= previous ? (value - previous) / Math.max(1, waited) : Number.NaN
    previous = value
    waited = 0
    return rate
  })
}
