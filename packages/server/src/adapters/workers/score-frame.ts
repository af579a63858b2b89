import { buildFrame, type Frame, type SeriesKey, sliceFrame } from '@omen/engine/series'
import type { PointColumns } from '../../ports/point-store.ts'

/**
 * Builds frames of consecutive chunks. The last row of the previous chunk is prepended, so that a gap between two chunks is
 * detected, and removed again.
 */
export function createFrameMaker(series: readonly SeriesKey[]): (chunk: PointColumns) => Frame {
  let last: { time: number; values: number[] } | undefined
  return (chunk) => {
    const rows = chunk.times.length
    const before = last
    if (rows > 0) last = { time: chunk.times[rows - 1]!, values: chunk.columns.map((column) => column[rows - 1]!) }
    if (before === undefined) return buildFrame(series, chunk.times, chunk.columns)
    const joined = buildFrame(
      series,
      prepend(before.time, chunk.times),
      chunk.columns.map((column, index) => prepend(before.values[index]!, column)),
    )
    return sliceFrame(joined, 1, joined.times.length)
  }
}

/** Points on given times, which hold all of theirs: rows without points are NaN. */
export function frameOnTimes(
  points: PointColumns & { series: readonly SeriesKey[] },
  times: Float64Array,
  stepMs: number,
): Frame {
  const rowOf = new Int32Array(points.times.length)
  for (let point = 0, row = 0; point < points.times.length; point++) {
    while (row < times.length && times[row]! < points.times[point]!) row++
    if (times[row] !== points.times[point]) throw new RangeError('the points and their scores have different times')
    rowOf[point] = row
  }
  if (points.times.length === times.length) return { times, stepMs, series: points.series, columns: points.columns }
  const columns = points.columns.map((column) => {
    const spread = new Float64Array(times.length).fill(Number.NaN)
    for (let point = 0; point < column.length; point++) spread[rowOf[point]!] = column[point]!
    return spread
  })
  return { times, stepMs, series: points.series, columns }
}

function prepend(value: number, column: Float64Array): Float64Array {
  const longer = new Float64Array(column.length + 1)
  longer[0] = value
  longer.set(column, 1)
  return longer
}
