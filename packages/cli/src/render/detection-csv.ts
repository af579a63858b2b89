import type { Detection } from '@omen/sdk'
import { csvField } from './csv-field.ts'
import { byWorst, severityOf } from './severity.ts'

const columns = 'severity,val,kind,start,end,rows,probability,series,sentence'

/** The periods as CSV, the worst first: times in epoch milliseconds, series joined by a space. */
export function detectionCsv({ periods }: Pick<Detection, 'periods'>): string {
  const rows = byWorst(periods).map((period) => {
    const { val, kind, start, end, rows: samples, probability, series, sentence } = period
    const names = series.map(({ seriesId }) => seriesId).join(' ')
    return [severityOf(period), val, kind, start, end, samples, probability ?? '', names, sentence].map(field).join(',')
  })
  return [columns, ...rows].join('\n')
}

/** A field as RFC 4180 has it; a leading sign of a formula is quoted away, so that a spreadsheet does not run it. */
function field(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return csvField(text)
}
