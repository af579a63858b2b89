import type { Frame } from '../series/frame.ts'

/** Rows to learn from. `steps` are sampling intervals since the row before; columns hold NaN where a value is left out. */
export type TrainingRows = {
  times: Float64Array
  steps: Float64Array
  columns: Float64Array[]
  /** Rows that hold at least one value. */
  usable: number
}

/** Copies a frame for training and blanks the excluded intervals, ends included. */
export function prepareRows(frame: Frame, exclude: readonly { start: number; end: number }[]): TrainingRows {
  const { times } = frame
  const isOut = new Uint8Array(times.length)
  for (const { start, end } of exclude) {
    for (let row = 0; row < times.length; row++) if (times[row]! >= start && times[row]! <= end) isOut[row] = 1
  }
  const columns = frame.columns.map((column) => column.map((value, row) => (isOut[row] === 1 ? Number.NaN : value)))
  let usable = 0
  for (let row = 0; row < times.length; row++) if (columns.some((column) => !Number.isNaN(column[row]!))) usable++
  return { times, steps: countSteps(times, frame.stepMs), columns, usable }
}

/** Sampling intervals between neighbouring rows, at least 1; 1 for the first. */
function countSteps(times: Float64Array, stepMs: number): Float64Array {
  return times.map((time, row) => (row === 0 ? 1 : stepsBetween(times[row - 1]!, time, stepMs)))
}

/** Whole sampling intervals from one time to the next, at least 1. */
export function stepsBetween(before: number, after: number, stepMs: number): number {
  return stepMs > 0 ? Math.max(1, Math.round((after - before) / stepMs)) : 1
}
