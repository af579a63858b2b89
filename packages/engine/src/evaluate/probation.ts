/** Source: Numenta Anomaly Benchmark (Lavin and Ahmad 2015). */
const SHARE = 0.15
const MAX_ROWS = 750

/** Rows at the beginning of a series of so many that NAB does not evaluate, for a detector has to see something first: 15 %, at most 750. */
export function probationRows(rows: number): number {
  return Math.min(Math.floor(SHARE * rows), MAX_ROWS)
}
