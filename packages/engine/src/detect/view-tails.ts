import { sortPresent } from '../stats/quantile.ts'
import { fitTail, type Tail, tailProbability } from '../stats/tail.ts'

/** How anomalous a view finds a row (-ln of its own probability), alone and together with the row before. */
export type ViewTails = { single: Tail; pair: Tail }

/** Beyond this, -ln p, nothing gets more anomalous. */
const MAX_SCORE = 70

/** -ln p, bounded; NaN for NaN. */
export function anomalyScore(probability: number): number {
  return probability > 0 ? Math.min(MAX_SCORE, -Math.log(probability)) : probability === 0 ? MAX_SCORE : Number.NaN
}

/** What two rows in a row share: the smaller anomaly score. */
function pairScore(previous: number, current: number): number {
  return Math.min(previous, current)
}

/** The part of anomalous pairs that is trusted: one incident in the training makes a pair, where chance hardly does. */
const TRUSTED_PAIRS = 0.95

/** Fits the tails of one view to anomaly score by row, measured where the view had not looked; NaN rows are left out. */
export function fitViewTails(values: Float64Array, isChosen: (row: number) => boolean): ViewTails {
  const single = values.map((value, row) => (isChosen(row) ? value : Number.NaN))
  const pair = values.map((value, row) => (isChosen(row) ? pairScore(values[row - 1] ?? 0, value) : Number.NaN))
  return { single: tailOf(single), pair: tailOf(pair, TRUSTED_PAIRS) }
}

/** A tail of anomaly score; its scale is at least half of what a uniform p would give. */
export function tailOf(values: Float64Array, trusted = 1): Tail {
  const sorted = sortPresent(values)
  const known = sorted.length > 0 ? sorted : new Float64Array(1)
  return fitTail(known, { minScale: 0.5, family: 'exponential', trusted })
}

/** The view's anomaly score after calibration: -ln of the smaller of both probabilities. */
export function viewScore(tails: ViewTails, previous: number, current: number): number {
  if (Number.isNaN(current)) return current
  const single = tailProbability(tails.single, current)
  const pair = tailProbability(tails.pair, pairScore(Number.isNaN(previous) ? 0 : previous, current))
  return anomalyScore(Math.min(single, pair))
}
