import type { Frame } from '../series/frame.ts'
import type { NewInstance } from './incident.ts'

/** So many rows of others have to stand before, or the frame may simply begin there. */
const MIN_ROWS_BEFORE = 10

/** Instances that first report after others have done so for at least ten rows. Rows without any value do not count. */
export function findNewInstances(frame: Frame): NewInstance[] {
  const firstRow = new Map<string, number>()
  for (const [column, { instance }] of frame.series.entries()) {
    const row = frame.columns[column]!.findIndex((value) => !Number.isNaN(value))
    if (row >= 0) firstRow.set(instance, Math.min(row, firstRow.get(instance) ?? row))
  }
  const begin = Math.min(...firstRow.values())
  return [...firstRow]
    .filter(([, row]) => rowsWithValues(frame, begin, row) >= MIN_ROWS_BEFORE)
    .map(([instance, row]) => ({ instance, at: frame.times[row]! }))
}

function rowsWithValues(frame: Frame, from: number, to: number): number {
  let count = 0
  for (let row = from; row < to && count < MIN_ROWS_BEFORE; row++)
    if (frame.columns.some((column) => !Number.isNaN(column[row]!))) count++
  return count
}
