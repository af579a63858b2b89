import type { PointGrid, TimeSpan } from '../../ports/point-store.ts'

/** Live rows are read in grids of at most this many cells. */
export const MAX_CELLS = 2_000_000

/** The number of rows, from the first one on, in which every series has a value. */
export function countWholeRows({ times, columns }: PointGrid): number {
  let rows = 0
  while (rows < times.length && columns.every((column) => !Number.isNaN(column[rows]!))) rows++
  return rows
}

export function firstRows({ times, columns }: PointGrid, rows: number): PointGrid {
  return { times: times.subarray(0, rows), columns: columns.map((column) => column.subarray(0, rows)) }
}

/** The rows of a span that lies on the steps of a grid; undefined if the grid lacks some of them. */
export function rowsBetween(
  { times, columns }: PointGrid,
  { from, to }: TimeSpan,
  stepMs: number,
): PointGrid | undefined {
  const [first, end] = [from, to].map((time) => (time - times[0]!) / stepMs) as [number, number]
  if (!(first >= 0 && end <= times.length)) return undefined
  return { times: times.subarray(first, end), columns: columns.map((column) => column.subarray(first, end)) }
}
