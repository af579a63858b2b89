import { describeSeverity } from '../cursor/describe-moment.ts'
import { periodAt } from '../cursor/keyboard-cursor.ts'
import { type ChartLabels, englishLabels } from '../labels/chart-labels.ts'
import type { ChartLine, Highlight, TimeDomain } from '../model/chart-types.ts'
import { valueAt } from '../model/sample-lookup.ts'

/** The content of a chart as data: source of the table, the CSV and the JSON. */
export interface ChartData {
  lines: readonly ChartLine[]
  highlights?: readonly Highlight[] | undefined
  domain?: TimeDomain | undefined
  unit?: string | undefined
}

interface TableCell {
  min: number | null
  max: number | null
  low: number | null
  high: number | null
}

export interface TableRow {
  t: number
  /** One cell per line, in the lines' order; null if the line has no sample at this time. */
  cells: (TableCell | null)[]
  period: Highlight | null
}

/** Rows in time over all lines of a chart, within its domain; times of several lines are merged. */
export function tableRows({ lines, highlights = [], domain }: ChartData): TableRow[] {
  const byTime = new Map<number, (TableCell | null)[]>()
  lines.forEach((line, column) => {
    for (let i = 0; i < line.times.length; i++) {
      const t = line.times[i]!
      if (domain && (t < domain.from || t > domain.to)) continue
      let cells = byTime.get(t)
      if (!cells) {
        cells = lines.map(() => null)
        byTime.set(t, cells)
      }
      cells[column] = {
        min: valueAt(line.min, i),
        max: valueAt(line.max, i),
        low: valueAt(line.expected?.low, i),
        high: valueAt(line.expected?.high, i),
      }
    }
  })
  return [...byTime]
    .sort(([a], [b]) => a - b)
    .map(([t, cells]) => ({ t, cells, period: highlights.length ? periodAt(highlights, t) : null }))
}

/** The period of a row in words; empty outside periods. */
export function findingText(period: Highlight | null, labels: ChartLabels = englishLabels, locale = 'en'): string {
  return period ? (period.sentence ?? describeSeverity(period, { labels, locale })) : ''
}
