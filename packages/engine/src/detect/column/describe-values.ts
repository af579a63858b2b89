import { quantileSorted, sortPresent } from '../../stats/quantile.ts'
import type { ColumnModel } from './column-model.ts'

/** Facts about the values of a column that findings other than scores are told by. */
export function describeValues(
  values: Float64Array,
): Pick<ColumnModel, 'min' | 'mid' | 'max' | 'present' | 'longestRun' | 'repeats'> {
  const sorted = sortPresent(values)
  const runs = countRuns(values)
  return {
    min: sorted[0] ?? Number.NaN,
    mid: quantileSorted(sorted, 0.5),
    max: sorted[sorted.length - 1] ?? Number.NaN,
    present: values.length > 0 ? sorted.length / values.length : 0,
    ...runs,
  }
}

function countRuns(values: Float64Array): { longestRun: number; repeats: number } {
  let longestRun = 0
  let run = 0
  let repeats = 0
  let pairs = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!
    if (Number.isNaN(value)) continue
    const previous = row > 0 ? values[row - 1]! : Number.NaN
    run = value === previous ? run + 1 : 1
    longestRun = Math.max(longestRun, run)
    if (!Number.isNaN(previous)) pairs++
    if (value === previous) repeats++
  }
  return { longestRun, repeats: pairs > 0 ? repeats / pairs : 0 }
}

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
