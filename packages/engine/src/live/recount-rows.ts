import type { WatchState } from './live-state.ts'

/**
 * Recounts the rows of a series, in place, when its next rows come at another interval: `from` and `to` are those intervals in sampling intervals. A coarser row counts as the
 * last of the rows that it covers, since it holds the last value in them.
 */
export function recountRows(watch: WatchState, from: number, to: number): void {
  if (from === to) return
  const recount = (row: number): number => Math.floor(((row + 1) * from - 1) / to)
  watch.armedAt = recount(watch.armedAt)
  watch.flaggedAt = recount(watch.flaggedAt)
  watch.waited = (watch.waited * from) / to
  watch.lifted = watch.lifted.map((one) => ({ ...one, row: recount(one.row) }))
  watch.faults = watch.faults.map(({ armedAt, lastRow, ...fault }) => ({
    ...fault,
    armedAt: recount(armedAt),
    ...(lastRow !== undefined && { lastRow: recount(lastRow) }),
  }))
}
