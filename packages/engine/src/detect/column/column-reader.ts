import type { ColumnModel } from './column-model.ts'
import { createLevelTracker, type TrackerState } from './level-tracker.ts'
import { fromLog, toLog } from './log-scale.ts'
import { rhythmAt } from './rhythm.ts'

/** Evaluates the values of one column in order of time. */
export type ColumnReader = {
  /** The value that would have been so many spreads off at the last row, in the units of the series; NaN at a counter's first. */
  valueAt(zScore: number): number
  /** The standardised residual of a value in spreads, centred; NaN for a gap. `time` is what the clock shows, `steps` the time since the row before, in intervals. */
  read(value: number, time: number, steps: number): number
  save(): ReaderState
}

/** The whole state of a reader, as plain data. */
export type ReaderState = {
  previous: number
  waited: number
  usual: number
  spread: number
  /** Missing in what was saved before levels had a slack. */
  slack?: number
  tracker: TrackerState
}

/**
 * A reader that starts with what training knew last; `continues` where the rows follow on those of the training. With a saved state it goes
 * on from there.
 */
export function createColumnReader(
  model: Pick<ColumnModel, 'kind' | 'logUnit' | 'rhythm' | 'tracking' | 'center'>,
  continues = false,
  saved?: ReaderState,
): ColumnReader {
  const { rhythm, center, logUnit } = model
  const tracker = createLevelTracker(model.tracking, continues, saved?.tracker)
  const isRate = model.kind === 'rate'
  let previous = saved?.previous ?? Number.NaN
  let waited = saved?.waited ?? 0
  const last = { usual: saved?.usual ?? Number.NaN, spread: saved?.spread ?? Number.NaN, slack: saved?.slack ?? 0 }
  return {
    valueAt(zScore) {
      const at = last.usual + (center + zScore) * last.spread + Math.sign(zScore) * last.slack
      return logUnit === undefined ? at : fromLog(at, logUnit)
    },
    read(value, time, steps) {
      const mid = rhythm === undefined ? 0 : rhythmAt(rhythm, rhythm.mid, time)
      const widening = rhythm === undefined ? 1 : rhythmAt(rhythm, rhythm.spread, time)
      waited += steps
      const base = isRate ? previous : 0
      const per = isRate ? Math.max(1, waited) : 1
      const isReset = isRate && value < previous
      const { level, slack } = tracker
      const input = logUnit === undefined ? value : toLog(value, logUnit)
      const zScore = tracker.evaluate(isReset ? Number.NaN : ((input - base) / per - mid) / widening, steps)
      last.spread = tracker.spread * widening * per
      last.usual = base + (mid + level * widening) * per
      last.slack = slack * widening * per
      if (!Number.isNaN(value)) {
        previous = value
        waited = 0
      }
      return zScore - center
    },
    save: () => ({ previous, waited, ...last, tracker: tracker.save() }),
  }
}
