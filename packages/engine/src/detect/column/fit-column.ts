import { effectiveCount } from '../../stats/autocorrelation.ts'
import { median, sortPresent } from '../../stats/quantile.ts'
import { robustScale } from '../../stats/robust-scale.ts'
import { type ColumnModel, floorOf } from './column-model.ts'
import { createColumnReader } from './column-reader.ts'
import { describeValues, isCounter, toRates } from './describe-values.ts'
import { driftShare } from './drift-share.ts'
import { fitColumnTails } from './fit-column-tails.ts'
import { createLevelTracker, type Tracking } from './level-tracker.ts'
import { findRhythm, type Rhythm, rhythmAt } from './rhythm.ts'
import { thinUpsets } from './thin-upsets.ts'

/** A learned column with the surprises of its own training rows (NaN for gaps). */
export type FittedColumn = { model: ColumnModel; surprises: Float64Array }

/** Above this part of variance between tenths of the training, a column is one that drifts. */
const DRIFT_SHARE = 0.5
const GAIN_STEADY = 0.01
const GAIN_DRIFTING = 0.05
const ACCEPT_AFTER = 12

/** Learns one column: counter or level, rhythm, drift, spread, tails. `steps` are intervals since the row before. */
export function fitColumn(
  times: Float64Array,
  values: Float64Array,
  steps: Float64Array,
  stepMs: number,
): FittedColumn {
  const kind = isCounter(values) ? 'rate' : 'level'
  const inputs = kind === 'rate' ? toRates(values, steps) : values
  const rhythm = findRhythm(times, inputs, stepMs)
  const residuals = rhythm === undefined ? inputs : flatten(times, inputs, rhythm)
  const tracking = fitTracking(residuals, steps)
  const base = { kind, tracking, center: 0, ...(rhythm === undefined ? {} : { rhythm }) } as const
  const surprises = replay(base, times, values, steps, tracking, residuals)
  const hasCenter = !isDrifting(tracking) && surprises.some((z) => !Number.isNaN(z))
  const center = hasCenter ? median(surprises) : 0
  const centred = thinUpsets(surprises.map((z) => z - center))
  const described = describeValues(values)
  const model: ColumnModel = {
    ...base,
    center,
    ...described,
    tails: fitColumnTails(centred, isDrifting(tracking)),
    atFloor: 0,
  }
  const floor = floorOf(model)
  model.atFloor = values.reduce((sum, x) => sum + (x <= floor ? 1 : 0), 0) / Math.max(1, values.length)
  return { model, surprises: centred }
}

/** A column of which the training showed that its level moves by itself. */
export function isDrifting(tracking: Tracking): boolean {
  return tracking.acceptAfter > 0
}

function flatten(times: Float64Array, values: Float64Array, rhythm: Rhythm): Float64Array {
  return values.map(
    (value, row) => (value - rhythmAt(rhythm, rhythm.mid, times[row]!)) / rhythmAt(rhythm, rhythm.spread, times[row]!),
  )
}

/** Decides how a column is followed, and measures the spread of what that leaves. */
function fitTracking(residuals: Float64Array, steps: Float64Array): Tracking {
  const sorted = sortPresent(residuals)
  const whole = robustScale(sorted)
  const unit = whole.scale > 0 ? whole.scale : constantUnit(whole.center)
  if (!(whole.scale > 0)) return { gain: 0, scale: unit, level: whole.center || 0, levelSpread: 0, acceptAfter: 0 }
  const drifts = driftShare(residuals) > DRIFT_SHARE
  const gain = drifts ? GAIN_DRIFTING : standsStill(sorted, whole.center) ? 0 : GAIN_STEADY
  const acceptAfter = drifts ? ACCEPT_AFTER : 0
  let tracking: Tracking = { gain, scale: unit, level: firstLevel(residuals), levelSpread: 0, acceptAfter }
  let levels = { center: whole.center, scale: 0 }
  for (let round = 0; round < (gain > 0 ? 3 : 0); round++) {
    const run = follow(residuals, steps, tracking)
    const surprise = robustScale(sortPresent(run.surprises)).scale
    tracking = { ...tracking, scale: Math.max(tracking.scale * surprise, 1e-9 * unit) }
    levels = robustScale(sortPresent(run.levels))
  }
  if (gain === 0) return { ...tracking, level: whole.center }
  const run = follow(residuals, steps, tracking)
  tracking = { ...tracking, scale: tracking.scale * (1 + 1 / Math.sqrt(effectiveCount(run.surprises.map(bounded)))) }
  const last = follow(residuals, steps, tracking).level
  return { ...tracking, level: last, levelSpread: (drifts ? 3 : 1) * (levels.scale / tracking.scale) }
}

/** A column that stands at one value for much of the time is judged from that value, not from a level that creeps. */
function standsStill(sorted: Float64Array, center: number): boolean {
  let count = 0
  for (const value of sorted) if (value === center) count++
  return count > 0.3 * sorted.length
}

function bounded(surprise: number): number {
  return Math.max(-5, Math.min(5, surprise))
}

function follow(residuals: Float64Array, steps: Float64Array, tracking: Tracking) {
  const tracker = createLevelTracker(tracking)
  const levels = new Float64Array(residuals.length)
  const surprises = residuals.map((value, row) => {
    const surprise = tracker.judge(value, steps[row]!)
    levels[row] = tracker.level
    return surprise
  })
  return { surprises, levels, level: tracker.level }
}

function firstLevel(residuals: Float64Array): number {
  return median(residuals.filter((value) => !Number.isNaN(value)).subarray(0, 20))
}

/** One spread for a column that never changed: a hundredth of its value. */
function constantUnit(value: number): number {
  return Math.abs(value) > 0 ? 0.01 * Math.abs(value) : 1
}

function replay(
  base: Pick<ColumnModel, 'kind' | 'rhythm' | 'center'>,
  times: Float64Array,
  values: Float64Array,
  steps: Float64Array,
  tracking: Tracking,
  residuals: Float64Array,
): Float64Array {
  const start = tracking.gain > 0 ? { ...tracking, level: firstLevel(residuals) } : tracking
  const reader = createColumnReader({ ...base, tracking: start })
  return values.map((value, row) => reader.read(value, times[row]!, steps[row]!))
}
