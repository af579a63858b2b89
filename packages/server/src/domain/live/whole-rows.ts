import type { PointGrid } from '../../ports/point-store.ts'

/** How many rows at the beginning there are in which every series has a value. */
export function countWholeRows({ times, columns }: PointGrid): number {
  let rows = 0
  while (rows < times.length && columns.every((column) => !Number.isNaN(column[rows]!))) rows++
  return rows
}

export function firstRows({ times, columns }: PointGrid, rows: number): PointGrid {
  return { times: times.subarray(0, rows), columns: columns.map((column) => column.subarray(0, rows)) }
}
