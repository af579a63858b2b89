import type { ColumnModel } from './column-model.ts'
import { createLevelTracker } from './level-tracker.ts'
import { rhythmAt } from './rhythm.ts'

/** Judges the values of one column in order of time. */
export type ColumnReader = {
  /** What was usual at the last value, and one spread, in the units of the series; NaN for a counter's first value. */
  usual: number
  spread: number
  /** The surprise of a value in spreads, centred; NaN for a gap. `steps` is the time since the row before, in intervals. */
  read(value: number, time: number, steps: number): number
}

/** A reader that starts with what training knew last; `continues` where the rows follow on those of the training. */
export function createColumnReader(
  model: Pick<ColumnModel, 'kind' | 'rhythm' | 'tracking' | 'center'>,
  continues = false,
): ColumnReader {
  const { rhythm, center } = model
  const tracker = createLevelTracker(model.tracking, continues)
  const isRate = model.kind === 'rate'
  let previous = Number.NaN
  let waited = 0
  const reader: ColumnReader = {
    usual: Number.NaN,
    spread: Number.NaN,
    read(value, time, steps) {
      const mid = rhythm === undefined ? 0 : rhythmAt(rhythm, rhythm.mid, time)
      const stretch = rhythm === undefined ? 1 : rhythmAt(rhythm, rhythm.spread, time)
      waited += steps
      const base = isRate ? previous : 0
      const per = isRate ? Math.max(1, waited) : 1
      const isReset = isRate && value < previous
      const level = tracker.level
      const surprise = tracker.judge(isReset ? Number.NaN : ((value - base) / per - mid) / stretch, steps)
      reader.spread = tracker.spread * stretch * per
      reader.usual = base + (mid + level * stretch) * per + center * reader.spread
      if (!Number.isNaN(value)) {
        previous = value
        waited = 0
      }
      return surprise - center
    },
  }
  return reader
}
