import type { RowDetector } from './flagged-share.ts'
import type { NormalInterval } from './normal-interval.ts'

/**
 * What a page of code would do: limits for each series at the quantiles of its training. The probability of a row is that of its
 * least probable series, two-sided by ranks, with a Šidák correction for the number of series.
 */
export const staticQuantile: RowDetector = {
  name: 'static quantiles with Šidák',
  probabilities({ training, exclude, rest }) {
    const isOut = (row: number): boolean =>
      exclude.some(({ start, end }) => training.times[row]! >= start && training.times[row]! <= end)
    const sorted = training.columns.map((column) =>
      column.filter((value, row) => !Number.isNaN(value) && !isOut(row)).sort(),
    )
    return Float64Array.from(rest.times, (_, row) => rowProbability(rest, row, sorted))
  },
}

function rowProbability(rest: NormalInterval['rest'], row: number, sorted: readonly Float64Array[]): number {
  let min = 1
  let observed = 0
  for (const [j, column] of rest.columns.entries()) {
    const value = column[row]!
    if (Number.isNaN(value)) continue
    observed++
    const count = sorted[j]!.length
    const furtherOut = Math.min(countBelow(sorted[j]!, value, true), count - countBelow(sorted[j]!, value, false))
    min = Math.min(min, (2 * (furtherOut + 0.5)) / (count + 1))
  }
  return observed === 0 ? Number.NaN : 1 - (1 - Math.min(1, min)) ** observed
}

/** How many of the sorted values are below the value, or with `orEqual` also those that equal it. */
function countBelow(sorted: Float64Array, value: number, orEqual: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value || (orEqual && sorted[middle] === value)) low = middle + 1
    else high = middle
  }
  return low
}
