import { quantileSorted, sortPresent } from '../stats/quantile.ts'

/** An event has to be this long; shorter runs are left to the tail. */
const SHORTEST = 5
/** Fewer rows than this are expected beyond the limit, if the middle of the values says how they fall off. */
const EXPECTED = 0.05

/**
 * Counts each long event of a training once. Anomaly score (-ln p) falls off exponentially; rows beyond what the middle half of
 * the values lets expect, 5 or more in a row, are one event such as a restart: its first row stays, the others become NaN.
 */
export function thinEvents(values: Float64Array): Float64Array {
  const sorted = sortPresent(values)
  const q50 = quantileSorted(sorted, 0.5)
  const q90 = quantileSorted(sorted, 0.9)
  const slope = Math.max(0.5, (q90 - q50) / Math.log(5))
  const limit = q90 + slope * Math.log((0.1 * sorted.length) / EXPECTED)
  const out = values.slice()
  let fromRow = -1
  for (let row = 0; row <= values.length; row++) {
    const isBeyond = row < values.length && values[row]! > limit
    if (isBeyond && fromRow < 0) fromRow = row
    if (isBeyond || fromRow < 0) continue
    if (row - fromRow >= SHORTEST) out.fill(Number.NaN, fromRow + 1, row)
    fromRow = -1
  }
  return out
}
