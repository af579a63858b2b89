import type { Run } from './find-runs.ts'

/** Rows before a run that are searched for its onset. */
export const ONSET_ROWS = 60
/**
 * A row counts towards the onset where the series is this part as far off as in the first flagged row. Fitted on
 * simulated systems and the sample shop.
 */
const ONSET_PART = 1 / 3

/**
 * The row in which a series left what was expected before the run of flagged rows that it leads: the change point of a CUSUM (Page 1954; Hinkley
 * 1971), whose reference value is a third of the residual in the first row of the run. A slow fault is flagged late. It is sought from `earliest` on, and no
 * further back than the run is long. Undefined where the series was within that until the run; missing values count for nothing.
 */
export function findOnset(
  { fromRow, toRow }: Run,
  earliest: number,
  zScoreAt: (row: number) => number,
): number | undefined {
  const first = zScoreAt(fromRow)
  const reference = ONSET_PART * Math.abs(first)
  let onset: number | undefined
  let sum = 0
  let max = 0
  for (let row = fromRow - 1; row >= Math.max(earliest, fromRow - Math.min(ONSET_ROWS, toRow - fromRow)); row--) {
    sum += Math.sign(first) * zScoreAt(row) - reference || 0
    if (!(sum > max)) continue
    max = sum
    onset = row
  }
  return onset
}
