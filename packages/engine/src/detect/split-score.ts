import type { ColumnTails } from './column/column-model.ts'
import { columnProbability } from './column/fit-column-tails.ts'
import { anomalyScore } from './view-tails.ts'

/** Anomaly score of a row by its most anomalous column, for having looked at all that were observed; NaN for none. */
export function splitScore(probabilities: ArrayLike<number>): number {
  let smallest = 1
  let observed = 0
  for (let j = 0; j < probabilities.length; j++) {
    const p = probabilities[j]!
    if (Number.isNaN(p)) continue
    observed++
    if (p < smallest) smallest = p
  }
  return observed === 0 ? Number.NaN : anomalyScore(Math.min(1, observed * smallest))
}

/** The same by row for training, with the tails of each column given. */
export function splitScoreRows(
  tails: readonly ColumnTails[],
  zScores: readonly Float64Array[],
  rows: Int32Array,
  into: Float64Array,
): void {
  const one = new Float64Array(zScores.length)
  for (const row of rows) {
    for (let j = 0; j < zScores.length; j++)
      one[j] = columnProbability(tails[j]!, zScores[j]![row - 1] ?? 0, zScores[j]![row]!)
    into[row] = splitScore(one)
  }
}
