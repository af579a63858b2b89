import { valueOnceIn } from '../stats/block-tail.ts'
import { findRuns, type Run } from './find-runs.ts'

/** The mean anomaly score, -ln p, that so many rows one after another of normal data reach once in some thousands of rows. */
export type RunLimit = { rows: number; mean: number }

/** Rows of a run that are taken together. */
const WINDOWS = [5, 16, 64]
/** Normal data reach a limit once in this many rows. Fitted on simulated systems and the sample shop. */
const ONCE_IN = 12_000
/**
 * Fewer training rows say too little of what happens once in six times as many. Fitted on simulated systems and the
 * sample shop.
 */
const MIN_ROWS = 2_000
/** The threshold of a row that the limits are meant for. */
const REFERENCE_THRESHOLD = 0.01

/** Learns the limits from the probabilities that training rows had when they were left out. NaN counts as no row. */
export function fitRunLimits(probability: Float64Array): RunLimit[] {
  const scores = scoresOf(probability)
  if (scores.length < MIN_ROWS) return []
  return WINDOWS.flatMap((rows): RunLimit[] => {
    const mean = valueOnceIn(meansOver(scores, rows), ONCE_IN)
    return mean === undefined ? [] : [{ rows, mean }]
  })
}

/** A run that opens a period, in which it does from the row `opensAt` on. */
export type OpeningRun = Run & { opensAt: number }

/**
 * Runs of at least `cvalue` flagged rows (p < q) that are more than what normal data do whose neighbours are as alike as in training: the mean
 * score of some rows in a row reaches its limit. Of a short run all rows count. Above q = 0.01 less is enough; without limits every run is.
 */
export function findOpeningRuns(
  probability: Float64Array,
  limits: readonly RunLimit[],
  { q, cvalue }: { q: number; cvalue: number },
): OpeningRun[] {
  return findRuns(probability, q, cvalue).flatMap((run) => {
    const reached = limitReachedAt(run, probability, limits, q)
    return reached === undefined ? [] : [{ ...run, opensAt: Math.max(run.fromRow + cvalue - 1, reached) }]
  })
}

/** The first row of a run by which it is more than what normal data do; its first one without limits. Undefined where it never is. */
export function limitReachedAt(
  { fromRow, toRow }: Run,
  probability: Float64Array,
  limits: readonly RunLimit[],
  q: number,
): number | undefined {
  if (limits.length === 0) return fromRow
  const known = rowsBetween(fromRow, toRow).filter((row) => !Number.isNaN(probability[row]!))
  const scores = scoresOf(probability.subarray(fromRow, toRow))
  const part = Math.min(1, Math.log(q) / Math.log(REFERENCE_THRESHOLD))
  const reached = limits.flatMap(({ rows, mean }, k) => {
    const isReached = (value: number): boolean => value >= part * mean
    const window = k === 0 ? Math.min(rows, scores.length) : rows
    const end = meansOver(scores, window).findIndex(isReached) + window - 1
    if (end < window - 1) return []
    // While the run was shorter than the shortest window, all its rows counted
    const early = k === 0 ? meansFromStart(scores.subarray(0, window - 1)).findIndex(isReached) : -1
    return [known[early < 0 ? end : early]!]
  })
  return reached.length === 0 ? undefined : Math.min(...reached)
}

/** Mean of the first value, the first two, and so on. */
function meansFromStart(values: Float64Array): Float64Array {
  let sum = 0
  return values.map((value, k) => {
    sum += value
    return sum / (k + 1)
  })
}

function rowsBetween(fromRow: number, toRow: number): Int32Array {
  return Int32Array.from({ length: toRow - fromRow }, (_, k) => fromRow + k)
}

function scoresOf(probability: Float64Array): Float64Array {
  return probability.filter((p) => !Number.isNaN(p)).map((p) => -Math.log(p))
}

/** Mean of each so many neighbouring values. */
function meansOver(values: Float64Array, rows: number): Float64Array {
  const means = new Float64Array(Math.max(0, values.length - rows + 1))
  let sum = 0
  for (let k = 0; k < values.length; k++) {
    sum += values[k]! - (values[k - rows] ?? 0)
    if (k >= rows - 1) means[k - rows + 1] = sum / rows
  }
  return means
}
