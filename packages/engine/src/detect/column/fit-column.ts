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
    ...scale,
    tracking: scoringTracking(tracking, acceptAfter),
    center,
    ...(rhythm === undefined ? {} : { rhythm }),
    tails,
    facts: describeValues(values),
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

/** An excursion of one column, `toRow` exclusive. */
type Excursion = { fromRow: number; toRow: number }

/** Spreads that every row of an excursion exceeds. */
const BEYOND = 2.5
/** Spreads that its largest row exceeds. */
const PEAK = 6
/** Rows that it lasts at least. */
const SHORTEST = 5
/** An event that occurs this often is part of how the column behaves. */
const RECURS = 3
/** With a larger part of the training in excursions, nothing is left out. */
const MAX = 0.2

/** Rows of an excursion that stay: two, so that the pair sees it as well. */
const KEPT = 2

/**
 * Counts each excursion in a column's training standardised residuals once, so that one restart or fault does not become the measure of normal:
 * at least 5 rows on one side beyond 2.5 spreads with a peak beyond 6 keep their first two rows, the others become NaN. Left as
 * they are where they recur on that side three times or more, or make up more than a fifth of the rows.
 */
function thinExcursions(zScores: Float64Array): Float64Array {
  const out = zScores.slice()
  for (const side of [1, -1]) {
    const excursions = findExcursions(zScores, side)
    const rows = excursions.reduce((sum, excursion) => sum + excursion.toRow - excursion.fromRow, 0)
    if (excursions.length >= RECURS || rows > MAX * zScores.length) continue
    for (const { fromRow, toRow } of excursions) out.fill(Number.NaN, fromRow + KEPT, toRow)
  }
  return out
}

function findExcursions(zScores: Float64Array, side: number): Excursion[] {
  const found: Excursion[] = []
  let fromRow = -1
  let peak = 0
  for (let row = 0; row <= zScores.length; row++) {
    const zScore = row < zScores.length ? side * zScores[row]! : 0
    if (Number.isNaN(zScore)) continue
    if (zScore > BEYOND) {
      if (fromRow < 0) fromRow = row
      peak = Math.max(peak, zScore)
      continue
    }
    if (fromRow >= 0 && peak > PEAK && row - fromRow >= SHORTEST) found.push({ fromRow, toRow: row })
    fromRow = -1
    peak = 0
  }
  return found
}
