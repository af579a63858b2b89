import { quantileSorted, sortPresent } from '../../stats/quantile.ts'
import type { ColumnFacts } from './column-model.ts'

/** The facts of a column; NaN and 0 where there are no values. What is no further from zero than the floor is near zero: 2 % of the median, or the smallest value if lower. */
export function describeValues(values: Float64Array): ColumnFacts {
  const sorted = sortPresent(values)
  const min = sorted[0] ?? Number.NaN
  const mid = quantileSorted(sorted, 0.5)
  const floor = min >= 0 ? Math.min(min, 0.02 * mid) : Number.NEGATIVE_INFINITY
  const rows = Math.max(1, values.length)
  const atFloor = values.reduce((sum, value) => sum + (value <= floor ? 1 : 0), 0) / rows
  const max = sorted[sorted.length - 1] ?? Number.NaN
  return { min, mid, max, present: sorted.length / rows, ...countRuns(values), floor, atFloor }
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
