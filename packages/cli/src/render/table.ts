import { displayWidth, pad, truncate } from './display-width.ts'
import type { Paint } from './paint.ts'
import { plain } from './plain.ts'

/** A column of a table. */
export interface Column {
  title: string
  align?: 'left' | 'right'
  /** Order in which columns are truncated if the line would not fit: 1 shrinks first. */
  shrink?: 1 | 2
}

/** A text, or one that has been coloured: `shown` must take as many columns as `text`. */
export type Cell = string | { text: string; shown: string }

const GAP = 2
const NARROWEST = 8

/** Aligned columns under dim titles, one line a row, none longer than `width`. Empty for no rows. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
  paint: Paint,
): string {
  if (rows.length === 0) return ''
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? plain(cell) : cell.text)))
  const widths = columns.map((column, at) => {
    return Math.max(displayWidth(column.title), ...texts.map((row) => displayWidth(row[at] ?? '')))
  })
  shrinkTo(width, columns, widths)
  const head = columns.map(({ title, align }, at) => pad(truncate(title, widths[at]!), widths[at]!, align))
  const lines = rows.map((row, number) =>
    row.map((cell, at) => cellText(cell, texts[number]![at]!, widths[at]!, columns[at]!.align)).join(' '.repeat(GAP)),
  )
  return [paint.dim(head.join(' '.repeat(GAP)).trimEnd()), ...lines.map((line) => line.trimEnd())].join('\n')
}

function shrinkTo(width: number, columns: readonly Column[], widths: number[]): void {
  for (const order of [1, 2]) {
    const total = widths.reduce((sum, one) => sum + one, GAP * (widths.length - 1))
    const at = columns.findIndex(({ shrink }) => shrink === order)
    if (total > width && at >= 0) widths[at] = Math.max(NARROWEST, widths[at]! - (total - width))
  }
}

function cellText(cell: Cell, text: string, width: number, align: Column['align']): string {
  if (typeof cell === 'string') return pad(truncate(text, width), width, align)
  return displayWidth(text) <= width ? pad(cell.shown, width, align) : truncate(text, width)
}
