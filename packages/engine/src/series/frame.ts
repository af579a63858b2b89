import type { RejectedRun } from './rejected-runs.ts'

/** One series: a metric on one instance, with an optional service and an optional group of metrics sharing a scale. */
export type SeriesKey = {
  /** Canonical text `metric[instance][service]:group`, without spaces; unique within a frame. */
  id: string
  metric: string
  instance: string
  service?: string
  group?: string
}

/**
 * Series aligned on one time axis. `times` are epoch milliseconds, ascending; `columns[j][i]` is series `j` at row `i`.
 * NaN is a gap and never zero. Slots of the grid that nothing was received for are rows of NaN.
 */
export type Frame = {
  times: Float64Array
  stepMs: number
  series: readonly SeriesKey[]
  columns: readonly Float64Array[]
  /** Where lines of its file were rejected; left out of what is not read from a file. */
  rejectedRuns?: readonly RejectedRun[]
}

/** Rows `[fromRow, toRow)` of a frame as views on the same memory. Throws RangeError where the rows are not in the frame. */
export function sliceFrame(frame: Frame, fromRow: number, toRow: number): Frame {
  if (!(fromRow >= 0 && fromRow <= toRow && toRow <= frame.times.length))
    throw new RangeError(`rows ${fromRow} to ${toRow} are not in a frame of ${frame.times.length}`)
  return {
    ...frame,
    times: frame.times.subarray(fromRow, toRow),
    columns: frame.columns.map((column) => column.subarray(fromRow, toRow)),
  }
}

/** What `alignFrame` found: the frame in the wanted order, or which series are missing from it and which are too many. */
export type Alignment = { kind: 'aligned'; frame: Frame } | { kind: 'mismatch'; missing: string[]; extra: string[] }

/** Puts the columns into the wanted order of series ids. Values are shared, not copied. */
export function alignFrame(frame: Frame, order: readonly string[]): Alignment {
  const rowOf = new Map(frame.series.map((key, index) => [key.id, index]))
  const wanted = new Set(order)
  const missing = order.filter((id) => !rowOf.has(id))
  const extra = frame.series.map((key) => key.id).filter((id) => !wanted.has(id))
  if (missing.length > 0 || extra.length > 0) return { kind: 'mismatch', missing, extra }
  const places = order.map((id) => rowOf.get(id)!)
  return { kind: 'aligned', frame: selectColumns(frame, places) }
}

/** The columns of a frame at these indices, in this order. Values are shared, not copied. Throws RangeError for an index beyond them. */
export function selectColumns(frame: Frame, indices: readonly number[]): Frame {
  const beyond = indices.find((index) => frame.series[index] === undefined)
  if (beyond !== undefined) throw new RangeError(`column ${beyond} is not in a frame of ${frame.series.length}`)
  return {
    ...frame,
    series: indices.map((index) => frame.series[index]!),
    columns: indices.map((index) => frame.columns[index]!),
  }
}

/** Only the series that `isWanted` says, in the order of the frame. Values are shared, not copied. */
export function filterSeries(frame: Frame, isWanted: (series: Frame['series'][number]) => boolean): Frame {
  return selectColumns(
    frame,
    frame.series.flatMap((series, index) => (isWanted(series) ? [index] : [])),
  )
}
