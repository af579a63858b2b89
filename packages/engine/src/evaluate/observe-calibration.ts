import { type CalibrationPoint, NOMINAL_RATES } from '../detect/calibration.ts'
import type { LabelledSeries } from './labelled-series.ts'

/**
 * The share of normal rows that a model flags at each of `NOMINAL_RATES`, on data it was not trained on. `probability` is the tail
 * probability of each row; rows within a window, before `evaluatedFrom`, or without a probability are left out. A rate that n rows cannot
 * show (below 1 / n) is observed as 0 or too high: `samples` says how many there were.
 */
export function observeCalibration(
  probability: ArrayLike<number>,
  windows: LabelledSeries['windows'],
  evaluatedFrom = 0,
): CalibrationPoint[] {
  const normal: number[] = []
  for (let row = evaluatedFrom; row < probability.length; row++) {
    const isLabelled = windows.some(({ from, to }) => from <= row && row <= to)
    if (!isLabelled && !Number.isNaN(probability[row]!)) normal.push(probability[row]!)
  }
  const samples = normal.length
  return NOMINAL_RATES.map((nominal) => {
    const flagged = normal.filter((p) => p < nominal).length
    return { nominal, observed: samples > 0 ? flagged / samples : 0, samples }
  })
}
