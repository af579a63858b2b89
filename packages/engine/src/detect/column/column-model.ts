import type { Tail } from '../../stats/tail.ts'
import type { Tracking } from './level-tracker.ts'
import type { Rhythm } from './rhythm.ts'

/** The four distributions that a column is judged by: values above and below, and two in a row above and below. */
export type ColumnTails = { up: Tail; down: Tail; pairUp: Tail; pairDown: Tail }

/** What was learned about one column. */
export type ColumnModel = {
  /** `rate`: a counter, judged by its increase per sampling interval. */
  kind: 'level' | 'rate'
  rhythm?: Rhythm
  tracking: Tracking
  /** Median surprise in training, taken off before the tails are asked. */
  center: number
  tails: ColumnTails
  /** Training values: smallest, median and largest, and the part of the rows that had one. */
  min: number
  mid: number
  max: number
  present: number
  /** The longest run of one value in training, in rows, and the part of rows that repeat the row before. */
  longestRun: number
  repeats: number
  /** The part of the training values at or below the floor (see `floorOf`). */
  atFloor: number
}

/** The value that a series falls to when its instance is down: 2 % of its median; -Infinity where values go below zero. */
export function floorOf(column: Pick<ColumnModel, 'min' | 'mid'>): number {
  return column.min >= 0 ? Math.min(column.min, 0.02 * column.mid) : Number.NEGATIVE_INFINITY
}
