import type { Frame } from '../series/frame.ts'
import type { Run } from './find-runs.ts'
import type { Period } from './period.ts'

/** Where a run lies in time. */
export function spanOf(run: Run, frame: Frame): Pick<Period, 'start' | 'end' | 'rows' | 'fromRow' | 'toRow'> {
  const { fromRow, toRow } = run
  return { start: frame.times[fromRow]!, end: frame.times[toRow - 1]!, rows: toRow - fromRow, fromRow, toRow }
}

/** How long a run lasted, in whole sampling intervals: its last row counts in full. */
export function durationMs(run: Run, frame: Frame): number {
  const elapsed = frame.times[run.toRow - 1]! - frame.times[run.fromRow]!
  return frame.stepMs > 0 ? (Math.round(elapsed / frame.stepMs) + 1) * frame.stepMs : elapsed
}
