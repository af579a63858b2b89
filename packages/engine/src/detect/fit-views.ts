import { quantileSorted, sortPresent } from '../stats/quantile.ts'
import { type Tail, tailProbability } from '../stats/tail.ts'
import { type Calibration, NOMINAL_RATES } from './calibration.ts'
import type { ColumnModel } from './column/column-model.ts'
import { fitColumnTails } from './column/fit-column-tails.ts'
import { FOLDS, foldOf, foldRows } from './folds.ts'
import {
  emptyMeasures,
  fitJointShape,
  fitJointTails,
  type JointShape,
  type MeasuredRows,
  measureRows,
} from './joint/fit-joint.ts'
import type { JointModel } from './joint/joint-model.ts'
import { type JointMeasures, jointProbability } from './joint/joint-reader.ts'
import type { JointView } from './joint-views.ts'
import { fitRunLimits, type RunLimit } from './run-limits.ts'
import { splitScoreRows } from './split-score.ts'
import { anomalyScore, fitViewTails, tailOf, type ViewTails, viewScore } from './view-tails.ts'

/** Anomaly score of every training row, as given by a model that was trained without it. */
type HeldOut = Float64Array

/** The split view of the training rows: column tails are fitted anew for each interval that is left out. */
export function holdOutSplit(columns: readonly ColumnModel[], zScores: readonly Float64Array[]): HeldOut {
  const rows = zScores[0]!.length
  const out = new Float64Array(rows).fill(Number.NaN)
  for (let fold = 0; fold < FOLDS; fold++) {
    const tails = zScores.map((column, j) =>
      fitColumnTails(column, columns[j]!.tracking.drifts, (row) => foldOf(row, rows) !== fold),
    )
    splitScoreRows(tails, zScores, foldRows(fold, rows, true), out)
  }
  return out
}

/** A joint model, and its view of the training rows by models trained without them. `tick` is called FOLDS + 1 times. */
export function fitJointView(
  view: JointView,
  zScores: readonly Float64Array[],
  seed: number,
  tick: () => void,
): { joint: JointModel; heldOut: HeldOut } {
  const rows = zScores[0]!.length
  const measured = emptyMeasures(rows)
  for (let fold = 0; fold < FOLDS; fold++) {
    const shape = fitJointShape(view.name, view.columns, zScores, foldRows(fold, rows, false), seed)
    measureRows(shape, zScores, foldRows(fold, rows, true), measured)
    tick()
  }
  const shape = fitJointShape(
    view.name,
    view.columns,
    zScores,
    Int32Array.from({ length: rows }, (_, k) => k),
    seed,
  )
  raiseToOwn(measured, shape, zScores)
  tick()
  const heldOut = new Float64Array(rows)
  const one: JointMeasures = { spe: 0, t2: 0, distance: 0, area: 0, lasting: 0, neuron: 0 }
  for (let fold = 0; fold < FOLDS; fold++) {
    const tails = fitJointTails(measured, (row) => foldOf(row, rows) !== fold)
    for (const row of foldRows(fold, rows, true)) {
      one.spe = measured.spe[row]!
      one.t2 = measured.t2[row]!
      one.distance = measured.distance[row]!
      one.area = measured.area[row]!
      one.lasting = measured.lasting[row]!
      heldOut[row] = anomalyScore(jointProbability(tails, one))
    }
  }
  return { joint: { ...shape, tails: fitJointTails(measured, () => true) }, heldOut }
}

/**
 * Raises what the maps without a row measured of it to what the map of all rows does. Where values stand at few points, each map puts
 * its neurons elsewhere: a point that holds much of the training must not lie further off on the final map than its tails know.
 */
function raiseToOwn(measured: MeasuredRows, shape: JointShape, zScores: readonly Float64Array[]): void {
  const rows = zScores[0]!.length
  const own = emptyMeasures(rows)
  measureRows(
    shape,
    zScores,
    Int32Array.from({ length: rows }, (_, row) => row),
    own,
  )
  for (const name of ['distance', 'area'] as const)
    for (let row = 0; row < rows; row++) measured[name][row] = Math.max(measured[name][row]!, own[name][row]!)
}

/** What is learned of the views together. */
type Final = { views: ViewTails[]; final: Tail; runLimits: RunLimit[]; calibration: Calibration }

/** The tails of each view, of the most anomalous of them, how far their runs go, and what they flag on rows they were not fitted to. */
export function fitFinal(all: readonly HeldOut[]): Final {
  const heldOut = all.map(thinEvents)
  const views = heldOut.map((values) => fitViewTails(values, () => true))
  const values = mostAnomalous(views, heldOut)
  const final = tailOf(values)
  const runLimits = fitRunLimits(values.map((value) => tailProbability(final, value)))
  return { views, final, runLimits, calibration: calibrate(heldOut) }
}

/** An event has to be this long; shorter runs are left to the tail. */
const SHORTEST = 5
/** Fewer rows than this are expected beyond the limit, if the middle of the values says how they fall off. */
const EXPECTED = 0.05

/**
 * Counts each long event of a training once. Anomaly score (-ln p) falls off exponentially; rows beyond what the middle half of
 * the values lets expect, 5 or more in a row, are one event such as a restart: its first row stays, the others become NaN.
 */
export function thinEvents(values: Float64Array): Float64Array {
  const sorted = sortPresent(values)
  const q50 = quantileSorted(sorted, 0.5)
  const q90 = quantileSorted(sorted, 0.9)
  const slope = Math.max(0.5, (q90 - q50) / Math.log(5))
  const limit = q90 + slope * Math.log((0.1 * sorted.length) / EXPECTED)
  const out = values.slice()
  let fromRow = -1
  for (let row = 0; row <= values.length; row++) {
    const isBeyond = row < values.length && values[row]! > limit
    if (isBeyond && fromRow < 0) fromRow = row
    if (isBeyond || fromRow < 0) continue
    if (row - fromRow >= SHORTEST) out.fill(Number.NaN, fromRow + 1, row)
    fromRow = -1
  }
  return out
}

function mostAnomalous(views: readonly ViewTails[], heldOut: readonly HeldOut[]): Float64Array {
  return heldOut[0]!.map((_, row) => {
    let max = Number.NaN
    for (let v = 0; v < views.length; v++) {
      const value = viewScore(views[v]!, heldOut[v]![row - 1] ?? 0, heldOut[v]![row]!)
      if (!(value <= max)) max = Number.isNaN(value) ? max : value
    }
    return max
  })
}

function calibrate(heldOut: readonly HeldOut[]): Calibration {
  const rows = heldOut[0]!.length
  const flagged = NOMINAL_RATES.map(() => 0)
  let samples = 0
  for (let fold = 0; fold < FOLDS; fold++) {
    const isOther = (row: number): boolean => foldOf(row, rows) !== fold
    const views = heldOut.map((values) => fitViewTails(values, isOther))
    const values = mostAnomalous(views, heldOut)
    const final = tailOf(values.map((value, row) => (isOther(row) ? value : Number.NaN)))
    for (const row of foldRows(fold, rows, true)) {
      const p = tailProbability(final, values[row]!)
      if (Number.isNaN(p)) continue
      samples++
      for (const [k, nominal] of NOMINAL_RATES.entries()) if (p < nominal) flagged[k]!++
    }
  }
  const points = NOMINAL_RATES.map((nominal, k) => ({
    nominal,
    observed: samples > 0 ? flagged[k]! / samples : 0,
    samples,
  }))
  return { points }
}
