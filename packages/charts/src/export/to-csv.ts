import type { ChartLine } from '../model/chart-types.ts'
import { isReduced } from '../model/is-reduced.ts'
import { type ChartData, findingText, tableRows } from '../table/table-rows.ts'

/** Quotes a field if needed, and escapes a text that a spreadsheet would run as a formula. */
function field(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const boundNames = ({ label, tone }: ChartLine): string[] => {
  const name = tone === 'forecast' ? label : `${label} expected`
  return [`${name} low`, `${name} high`]
}

/** What a chart shows as CSV: time in epoch ms and ISO 8601, a column per line (min and max if reduced), expected bounds, finding; columns of values with their unit. */
export function toCsv(data: ChartData): string {
  const { lines, unit = '' } = data
  const reduced = lines.map((line) => isReduced(line))
  const names = lines.flatMap((line, i) => [
    ...(reduced[i] ? [`${line.label} min`, `${line.label} max`] : [line.label]),
    ...(line.expected ? boundNames(line) : []),
  ])
  const body = tableRows(data).map((row) => {
    const values = lines.flatMap((line, i) => {
      const cell = row.cells[i] ?? { min: null, max: null, low: null, high: null }
      return [...(reduced[i] ? [cell.min, cell.max] : [cell.max]), ...(line.expected ? [cell.low, cell.high] : [])]
    })
    const { period } = row
    return [row.t, new Date(row.t).toISOString(), ...values, period ? period.val : null, findingText(period)]
  })
  const inUnit = names.map((name) => (unit === '' ? name : `${name} (${unit})`))
  const head = ['timestamp', 'time', ...inUnit, 'val', 'finding']
  return `${[head, ...body].map((row) => row.map(field).join(',')).join('\r\n')}\r\n`
}
