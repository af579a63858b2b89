import type { Model } from '../model.ts'
import type { QuietTimes } from './quiet-times.ts'

/** What is usual for a column, which a gap has to be improbable against. */
export type GapExpectation = {
  /** The part of rows at which it has no value. */
  missing: number
  min: number
  max: number
  /** The longest run of one value, in rows, and the part of rows that repeat the row before. */
  longestRun: number
  repeats: number
  /** Times of the day at which it has no values. */
  quiet?: QuietTimes
}

/** What training saw, by column. */
export function expectationsOf(model: Model): GapExpectation[] {
  return model.columns.map(({ facts }) => ({ ...facts, missing: 1 - facts.present }))
}
