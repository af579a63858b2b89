import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Column } from './column.ts'
import styles from './data-table.module.css'

interface SortHeaderProps<Row> {
  column: Column<Row>
  sorted: { desc: boolean } | undefined
  onSort: (desc: boolean) => void
}

export function SortHeader<Row>({ column, sorted, onSort }: SortHeaderProps<Row>) {
  const direction = sorted === undefined ? 'none' : sorted.desc ? 'descending' : 'ascending'
  const attributes = {
    scope: 'col' as const,
    'data-align': column.align,
    'data-wide': column.isHiddenOnPhone || undefined,
    style: column.width === undefined ? undefined : { width: column.width },
  }
  if (column.sortBy === undefined) {
    return (
      <th {...attributes}>
        {column.isHeaderHidden ? <span className={styles.hidden}>{column.header}</span> : column.header}
      </th>
    )
  }
  return (
    <th {...attributes} aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={() => onSort(sorted === undefined ? false : !sorted.desc)}>
        {column.header}
        {sorted && (sorted.desc ? <IconArrowDown size={12} aria-hidden /> : <IconArrowUp size={12} aria-hidden />)}
      </button>
    </th>
  )
}
