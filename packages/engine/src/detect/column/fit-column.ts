import { everyKth } from '../../stats/every-kth.ts'
import { median } from '../../stats/quantile.ts'
import type { ColumnModel } from './column-model.ts'
import { createColumnReader } from './column-reader.ts'
import { isCounter, toRates } from './counter.ts'
import { describeValues } from './describe-values.ts'
import { fitColumnTails } from './fit-column-tails.ts'
import { firstLevel, fitTracking } from './fit-tracking.ts'
import { findRhythm, type Rhythm, rhythmAt } from './rhythm.ts'
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
  const rhythm = findRhythm(times, inputs, rows.stepMs)
  const residuals = rhythm === undefined ? inputs : flatten(times, inputs, rhythm)
  const tracking = fitTracking(residuals, steps, acceptSteadyAfter)
  const base = { kind, tracking, center: 0, ...(rhythm === undefined ? {} : { rhythm }) } as const
  const start = tracking.gain > 0 ? { ...tracking, level: firstLevel(residuals) } : tracking
  const reader = createColumnReader({ ...base, tracking: start })
  const surprises = values.map((value, row) => reader.read(value, times[row]!, steps[row]!))
  const center = tracking.drifts ? 0 : median(everyKth(surprises, MAX_VALUES)) || 0
  const centred = thinUpsets(surprises.map((surprise) => surprise - center))
  const tails = fitColumnTails(centred, tracking.drifts)
  const model: ColumnModel = { ...base, center, tails, facts: describeValues(values) }
  return { model, surprises: centred }
}

function flatten(times: Float64Array, values: Float64Array, rhythm: Rhythm): Float64Array {
  return values.map(
    (value, row) => (value - rhythmAt(rhythm, rhythm.mid, times[row]!)) / rhythmAt(rhythm, rhythm.spread, times[row]!),
  )
}
