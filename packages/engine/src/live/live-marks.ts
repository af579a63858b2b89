import type { LiveRows } from './live-state.ts'

/** A cell of rows that says that the sender ended the series before it: a stale marker of Prometheus. */
export const END_MARK: number = Number.POSITIVE_INFINITY
/** A cell of rows whose sender sent something that is no number, as Prometheus does for a summary without observations. */
export const NO_NUMBER_MARK: number = Number.NEGATIVE_INFINITY

export function isEnd(cell: number): boolean {
  return cell === END_MARK
}

/** Whether a sender sent anything for a cell: a value, or what is no number. */
export function isSent(cell: number): boolean {
  return cell < END_MARK
}

/** Rows with gaps in place of marks; the same rows if they have none. */
export function withoutMarks(rows: LiveRows): LiveRows {
  const columns = rows.columns.map((column) => (hasMark(column) ? column.map(toGap) : column))
  return columns.every((column, at) => column === rows.columns[at]) ? rows : { times: rows.times, columns }
}

function hasMark(column: Float64Array): boolean {
  for (let row = 0; row < column.length; row++) if (Math.abs(column[row]!) === END_MARK) return true
  return false
}

function toGap(cell: number): number {
  return Number.isFinite(cell) ? cell : Number.NaN
}
