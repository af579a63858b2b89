import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { Fragment, type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type Column, compareValues } from './column.ts'
import styles from './data-table.module.css'
import { useVirtualRows } from './use-virtual-rows.ts'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

export interface DataTableProps<Row extends object> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  initialSort?: { id: string; desc: boolean }
  selectedKey?: string | null
  onRowClick?: (row: Row) => void
  /** False if the rows are one page of several: sorting only a part would mislead. */
  isWhole?: boolean
  /** More than the default 33 px if a row has two lines. */
  rowHeight?: number
  /** A second line under the row, over its whole width; null for none. */
  detail?: (row: Row) => ReactNode
  /** Columns keep their widths and truncate longer text: for a narrow container. */
  isFixed?: boolean
  /** Height above which the table scrolls; needed for virtual rows. */
  maxHeight?: string
}

/** A dense, sortable table; above 200 rows only those in view are in the DOM. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, selectedKey, onRowClick, maxHeight } = props
  const columns = useMemo(() => withoutSort(props.columns, props.isWhole !== false), [props.columns, props.isWhole])
  const [sorting, setSorting] = useState<SortingState>(props.initialSort ? [props.initialSort] : [])
  const definitions = useMemo(() => toDefinitions(columns), [columns])
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: (row: Row) => rowKey(row),
    state: { sorting },
    onSortingChange: setSorting,
    enableSortingRemoval: false,
  })
  const scroller = useRef<HTMLDivElement>(null)
  const modelRows = table.getRowModel().rows
  const { shown, before, after, scrollToIndex } = useVirtualRows(modelRows.length, scroller, props.rowHeight)

  useEffect(() => {
    if (selectedKey == null) return
    const index = modelRows.findIndex((row) => row.id === selectedKey)
    if (index >= 0) scrollToIndex(index)
  }, [selectedKey, modelRows, scrollToIndex])

  return (
    <div ref={scroller} className={styles.scroller} style={maxHeight === undefined ? undefined : { maxHeight }}>
      <table
        className={styles.table}
        data-fixed={props.isFixed || undefined}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHeader
                key={column.id}
                column={column}
                sorted={sorting.find((entry) => entry.id === column.id)}
                onSort={(desc) => setSorting([{ id: column.id, desc }])}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} />}
          {shown.map((index) => {
            const row = modelRows[index]
            if (!row) return null
            const onClick =
              onRowClick && ((event: MouseEvent) => isPlainClick(event.target) && onRowClick(row.original))
            const shared = {
              'data-row': row.id,
              'aria-selected': selectedKey === undefined ? undefined : row.id === selectedKey,
              'data-clickable': onRowClick ? true : undefined,
              onClick,
            }
            const detail = props.detail?.(row.original)
            return (
              <Fragment key={row.id}>
                <tr
                  {...shared}
                  data-index={index}
                  data-has-detail={detail != null || undefined}
                  aria-rowindex={index + 2}
                >
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      data-align={column.align}
                      data-wide={column.isHiddenOnPhone || undefined}
                      data-one-line={column.isOneLine || undefined}
                    >
                      {column.cell(row.original)}
                    </td>
                  ))}
                </tr>
                {detail != null && (
                  <tr {...shared}>
                    <td className={styles.detail} colSpan={columns.length}>
                      {detail}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
    </div>
  )
}

interface SortHeaderProps<Row> {
  column: Column<Row>
  sorted: { desc: boolean } | undefined
  onSort: (desc: boolean) => void
}

function SortHeader<Row>({ column, sorted, onSort }: SortHeaderProps<Row>) {
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

function withoutSort<Row>(columns: readonly Column<Row>[], isWhole: boolean): readonly Column<Row>[] {
  return isWhole ? columns : columns.map(({ sortBy: _, ...column }) => column)
}

/** A click on a control inside a row does not select the row. */
const isPlainClick = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label, [role="menuitem"]') === null

const Spacer = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td className={styles.spacer} style={{ height }} />
  </tr>
)

function toDefinitions<Row extends object>(columns: readonly Column<Row>[]) {
  const helper = createColumnHelper<typeof features, Row>()
  return helper.columns(
    columns.map((column) =>
      helper.accessor((row: Row) => column.sortBy?.(row) ?? undefined, {
        id: column.id,
        header: column.header,
        enableSorting: column.sortBy !== undefined,
        sortUndefined: 'last',
        sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
      }),
    ),
  )
}
