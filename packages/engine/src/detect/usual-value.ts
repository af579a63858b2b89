import { surpriseBand } from './column/fit-column-tails.ts'
import type { Model } from './model.ts'
import { OUTSIDE_BAND, type ScoredChunk } from './scored-chunk.ts'

/** What was usual for a series at one row: the value, one robust deviation, and how many of them the value lies off. */
type UsualValue = { usual: number; spread: number; surprise: number }

/** The usual value of a column of the model at a row. */
export type UsualAt = (column: number, row: number) => UsualValue

/** Reads the usual value back from the expected range, whose ends lie at known surprises. All NaN where there was no range. */
export function createUsualValues(model: Model, scored: ScoredChunk, columns: readonly Float64Array[]): UsualAt {
  const bands = model.columns.map((column) => surpriseBand(column.tails, OUTSIDE_BAND))
  return (column, row) => {
    const { low, high } = bands[column]!
    const bottom = scored.expectedLow[column]![row]!
    const spread = (scored.expectedHigh[column]![row]! - bottom) / (high - low)
    const usual = bottom - low * spread
    return { usual, spread, surprise: (columns[column]![row]! - usual) / spread }
  }
}
