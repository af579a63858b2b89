import { everyKth } from '../../stats/every-kth.ts'
import { median } from '../../stats/quantile.ts'
import type { ColumnModel } from './column-model.ts'
import { isCounter, toRates } from './counter.ts'
import { describeValues } from './describe-values.ts'
import { isDrifting } from './drift-share.ts'
import { fitColumnTails } from './fit-column-tails.ts'
import { firstLevel, fitTracking, roughZScores, scoringTracking } from './fit-tracking.ts'
import { createLevelTracker } from './level-tracker.ts'
import { isSkewed, isStraightened, logUnitOf, quantileSkewness, toLog } from './log-scale.ts'
import { findRhythm, type Rhythm } from './rhythm.ts'
import { thinExcursions } from './thin-excursions.ts'

/** A learned column with the standardised residuals of its own training rows (NaN for gaps). */
export type FittedColumn = { model: ColumnModel; zScores: Float64Array }

/**
 * The middle of the standardised residuals is taken from every k-th of more values. Fitted by measured time and memory:
 * every k-th row trains three times as fast with equal tails.
 */
const MAX_VALUES = 20_000

/** When the rows of a column were taken, as the clock shows it; `steps` are sampling intervals since the row before. */
export type RowTimes = { times: Float64Array; steps: Float64Array; stepMs: number }

/**
 * Learns one column: counter or level, scale, rhythm, drift, spread, tails. A shift after the training is taken for good after
 * `acceptAfter` rows, or never for 0.
 */
export function fitColumn(rows: RowTimes, values: Float64Array, acceptAfter = 0): FittedColumn {
  const { steps } = rows
  const { rhythm, residuals, ...scale } = isCounter(values)
    ? { kind: 'rate' as const, ...takeRhythm(rows, toRates(values, steps)) }
    : { kind: 'level' as const, ...chooseScale(rows, values) }
  const tracking = fitTracking(residuals, steps)
  const start = tracking.gain > 0 ? { ...tracking, level: firstLevel(residuals) } : tracking
  const tracker = createLevelTracker(start)
  const zScores = residuals.map((value, row) => tracker.evaluate(value, steps[row]!))
  const center = tracking.drifts ? 0 : median(everyKth(zScores, MAX_VALUES)) || 0
  const centred = thinExcursions(zScores.map((zScore) => zScore - center))
  const tails = fitColumnTails(centred, tracking.drifts)
  const model: ColumnModel = {
    ...{
      ...scale,
      tracking: scoringTracking(tracking, acceptAfter),
      center,
      ...(rhythm === undefined ? {} : { rhythm }),
    },
    ...{ tails, facts: describeValues(values) },
  }
  return { model, zScores: centred }
}

type Residuals = { rhythm?: Rhythm; residuals: Float64Array }

function takeRhythm(rows: RowTimes, inputs: Float64Array): Residuals {
  return findRhythm(rows.times, inputs, rows.stepMs) ?? { residuals: inputs }
}

/**
 * A column that is never negative and does not drift is read on a log scale where, its rhythm and its slow level aside, it leans
 * far to the right on the plain scale and less than a third as far on that.
 */
function chooseScale(rows: RowTimes, values: Float64Array): Residuals & { logUnit?: number } {
  const plain = takeRhythm(rows, values)
  const skewness = skewnessAround(plain, rows)
  if (!isSkewed(skewness) || isDrifting(plain.residuals)) return plain
  const logUnit = logUnitOf(values)
  if (logUnit === undefined) return plain
  const logs = values.map((value) => toLog(value, logUnit))
  const onLog = takeRhythm(rows, logs)
  return isStraightened(skewness, skewnessAround(onLog, rows)) ? { ...onLog, logUnit } : plain
}

function skewnessAround({ residuals }: Residuals, { steps }: RowTimes): number {
  return quantileSkewness(roughZScores(residuals, steps))
}
