import type { Run } from './find-runs.ts'

/**
 * The first row in which a series is on the other side, where a run has it on one side first and then on the other: the row that parts
 * the evidence best, with `count` rows or more on each side of it. `signedAt` is the evidence of a row with the sign of its side.
 */
export function findTurn(
  { fromRow, toRow }: Run,
  signedAt: (row: number) => number,
  count: number,
): number | undefined {
  let sum = 0
  let high = { sum: 0, row: fromRow }
  let low = { sum: 0, row: fromRow }
  for (let row = fromRow; row < toRow; row++) {
    sum += signedAt(row)
    if (sum > high.sum) high = { sum, row: row + 1 }
    if (sum < low.sum) low = { sum, row: row + 1 }
  }
  // What lies on the first side before the turn, and on the other one after it
  const fall = Math.min(high.sum, high.sum - sum)
  const rise = Math.min(-low.sum, sum - low.sum)
  if (Math.max(fall, rise) <= 0) return undefined
  const { row } = fall > rise ? high : low
  return row - fromRow >= count && toRow - row >= count ? row : undefined
}
