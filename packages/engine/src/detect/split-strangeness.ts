import type { ColumnTails } from './column/column-model.ts'
import { columnProbability } from './column/fit-column-tails.ts'
import { strangeness } from './view-tails.ts'

/** Strangeness of a row by its strangest column, for having looked at all that were observed; NaN for none. */
export function splitStrangeness(probabilities: ArrayLike<number>): number {
  let smallest = 1
  let observed = 0
  for (let j = 0; j < probabilities.length; j++) {
    const p = probabilities[j]!
    if (Number.isNaN(p)) continue
    observed++
    if (p < smallest) smallest = p
  }
  return observed === 0 ? Number.NaN : strangeness(Math.min(1, observed * smallest))
}

/** The same by row for training, with the tails of each column given. */
export function splitStrangenessRows(
  tails: readonly ColumnTails[],
  surprises: readonly Float64Array[],
  rows: Int32Array,
  into: Float64Array,
): void {
  const one = new Float64Array(surprises.length)
  for (const row of rows) {
    for (let j = 0; j < surprises.length; j++)
      one[j] = columnProbability(tails[j]!, surprises[j]![row - 1] ?? 0, surprises[j]![row]!)
    into[row] = splitStrangeness(one)
  }
}
