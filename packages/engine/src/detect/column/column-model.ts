import type { Tail } from '../../stats/tail.ts'
import type { QuietTimes } from '../gaps/quiet-times.ts'
import type { Tracking } from './level-tracker.ts'
import type { Rhythm } from './rhythm.ts'

/** The four distributions that a column is evaluated by: values above and below, and two in a row above and below. */
export type ColumnTails = { up: Tail; down: Tail; pairUp: Tail; pairDown: Tail }

/** Facts about the training values of a column, on which findings other than scores rest. */
export type ColumnFacts = {
  min: number
  mid: number
  max: number
  /** The part of the rows that had a value. */
  present: number
  /** The longest run of one value, in rows, and the part of rows that repeat the row before. */
  longestRun: number
  repeats: number
  /** The value that the series falls to when its instance is down, and the part of rows at or below it in training. */
  floor: number
  atFloor: number
  /** Times of the day at which it had no values; missing where there are none, and in models from before they were looked for. */
  quiet?: QuietTimes
}

/** What was learned about one column. */
export type ColumnModel = {
  /** `rate`: a counter, evaluated by its increase per sampling interval. */
  kind: 'level' | 'rate'
  /** Present where the column is read on a log scale, log(1 + value / unit): rhythm, level and spread are in that scale then. */
  logUnit?: number
  rhythm?: Rhythm
  tracking: Tracking
  /** Median standardised residual in training, taken off before the tails are asked. */
  center: number
  tails: ColumnTails
  facts: ColumnFacts
}
