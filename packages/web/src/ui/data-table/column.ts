import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Makes the column sortable; null sorts last in either direction. */
  sortBy?: (row: Row) => number | string | null
  align?: 'end'
  width?: string
  isHiddenOnPhone?: boolean
  /** Never wraps: times, counts. */
  isOneLine?: boolean
  /** Read aloud but not shown, for a column of buttons. */
  isHeaderHidden?: boolean
}

/** Ascending, in natural order: node10 comes after node2. */
export const compareValues = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' })
}
