import type { Detection } from '@omen/sdk'
import { byWorst, severityOf } from './severity.ts'
import { spreadsheetRow } from './spreadsheet-row.ts'

const columns = 'severity,val,kind,start,end,rows,probability,series,sentence'

/** The periods as CSV, the worst first: times in epoch milliseconds, series joined by a space. */
export function detectionCsv({ periods }: Pick<Detection, 'periods'>): string {
  const rows = byWorst(periods).map((period) => {
    const { val, kind, start, end, rows: samples, probability, series, sentence } = period
    const names = series.map(({ seriesId }) => seriesId).join(' ')
    return spreadsheetRow([severityOf(period), val, kind, start, end, samples, probability ?? '', names, sentence])
  })
  return [columns, ...rows].join('\n')
}
