import type { Frame } from '../series/frame.ts'
import type { Run } from './find-runs.ts'
import type { Period } from './period.ts'

/** Where a run lies in time. */
export function spanOf(run: Run, frame: Frame): Pick<Period, 'start' | 'end' | 'rows' | 'fromRow' | 'toRow'> {
  const { fromRow, toRow } = run
  return { start: frame.times[fromRow]!, end: frame.times[toRow - 1]!, rows: toRow - fromRow, fromRow, toRow }
}

/** How long an interval lasted, in whole sampling intervals: its last row counts in full. Without an interval (0), from start to end. */
export function durationOf({ start, end }: Pick<Period, 'start' | 'end'>, stepMs: number): number {
  return stepMs > 0 ? (Math.round((end - start) / stepMs) + 1) * stepMs : end - start
}
