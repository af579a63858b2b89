import { everyKth } from '../../stats/every-kth.ts'
import { median } from '../../stats/quantile.ts'
import type { ColumnModel } from './column-model.ts'
import { isCounter, toRates } from './counter.ts'
import { describeValues } from './describe-values.ts'
import { fitColumnTails } from './fit-column-tails.ts'
import { firstLevel, fitTracking } from './fit-tracking.ts'
import { createLevelTracker } from './level-tracker.ts'
import { findRhythm } from './rhythm.ts'
import { thinUpsets } from './thin-upsets.ts'

/** A learned column with the surprises of its own training rows (NaN for gaps). */
export type FittedColumn = { model: ColumnModel; surprises: Float64Array }

/** The middle of the surprises is taken from every k-th of more values. */
const MAX_VALUES = 20_000

/** When the rows of a column were taken; `steps` are sampling intervals since the row before. */
export type RowTimes = { times: Float64Array; steps: Float64Array; stepMs: number }

/**
 * Learns one column: counter or level, rhythm, drift, spread, tails. A column that does not drift takes a shift for good after
 * `acceptSteadyAfter` rows, or never for 0.
 */
export function fitColumn(rows: RowTimes, values: Float64Array, acceptSteadyAfter = 0): FittedColumn {
  const { times, steps } = rows
  const kind = isCounter(values) ? 'rate' : 'level'
  const inputs = kind === 'rate' ? toRates(values, steps) : values
  const found = findRhythm(times, inputs, rows.stepMs)
  const residuals = found?.residuals ?? inputs
  const tracking = fitTracking(residuals, steps, acceptSteadyAfter)
  const base = { kind, tracking, center: 0, ...(found === undefined ? {} : { rhythm: found.rhythm }) } as const
  const start = tracking.gain > 0 ? { ...tracking, level: firstLevel(residuals) } : tracking
  const tracker = createLevelTracker(start)
  const surprises = residuals.map((value, row) => tracker.judge(value, steps[row]!))
  const center = tracking.drifts ? 0 : median(everyKth(surprises, MAX_VALUES)) || 0
  const centred = thinUpsets(surprises.map((surprise) => surprise - center))
  const tails = fitColumnTails(centred, tracking.drifts)
  const model: ColumnModel = { ...base, center, tails, facts: describeValues(values) }
  return { model, surprises: centred }
}
