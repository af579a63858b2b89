import type { Frame } from '../series/frame.ts'
import type { Run } from './find-runs.ts'
import type { Period } from './period.ts'

/** Where a run lies in time. */
export function spanOf(run: Run, frame: Frame): Pick<Period, 'start' | 'end' | 'rows' | 'fromRow' | 'toRow'> {
  const { fromRow, toRow } = run
  return { start: frame.times[fromRow]!, end: frame.times[toRow - 1]!, rows: toRow - fromRow, fromRow, toRow }
}

/** From here on a sentence leaves out the seconds of a duration. */
const IN_MINUTES = 300_000

/**
 * How long an interval lasted: its last row counts in full. Short ones in whole sampling intervals, since seconds by which samples came
 * early or late say nothing. Without an interval (0), from start to end.
 */
export function durationOf({ start, end }: Pick<Period, 'start' | 'end'>, stepMs: number): number {
  const exact = end - start + stepMs
  return stepMs > 0 && exact < IN_MINUTES ? Math.round(exact / stepMs) * stepMs : exact
}
