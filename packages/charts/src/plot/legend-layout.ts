import type { ChartLine } from '../model/chart-types.ts'
import { textWidth } from '../value/text-width.ts'
import type { LineStyle } from './line-style.ts'

export interface LegendEntry {
  x: number
  row: number
  label: string
  color: string
  dash: string | undefined
}

const SWATCH = 18
const ENTRY_GAP = 16

/** Lays out the lines' names in rows of a given width; what does not fit into `maxRows` is only counted. */
export function legendLayout(
  lines: readonly ChartLine[],
  styles: ReadonlyMap<string, LineStyle>,
  width: number,
  fontSize: number,
  maxRows: number,
): { entries: LegendEntry[]; rows: number; more: number } {
  const entries: LegendEntry[] = []
  const named = lines.filter((line) => line.tone !== 'peer')
  const moreRoom = textWidth('+999', fontSize) + ENTRY_GAP
  let x = 0
  let row = 0
  for (const line of named) {
    const needed = SWATCH + textWidth(line.label, fontSize)
    const room = row === maxRows - 1 ? width - moreRoom : width
    if (x > 0 && x + needed > room) {
      x = 0
      row++
    }
    if (row >= maxRows) break
    const { color, dash } = styles.get(line.id)!
    entries.push({ x, row, label: line.label, color, dash })
    x += needed + ENTRY_GAP
  }
  return { entries, rows: entries.length ? entries.at(-1)!.row + 1 : 0, more: named.length - entries.length }
}
