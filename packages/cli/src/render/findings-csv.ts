import type { Finding } from '@omen/sdk'
import { spreadsheetRow } from '@omen/sdk/rules'

const columns =
  'type,number,id,kind,start,end,rows,severity,direction,probability,series,expected,actual,hidden,verdict,sentence'

/** Findings as CSV, in order of time: times in epoch milliseconds, unknown values empty, severity of a gap too. */
export function findingsCsv(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => {
    const { type, number, id, kind, start, end, rows: samples, severity, direction, probability } = finding
    const { leadSeriesId, expected, actual, hidden, verdict, sentence } = finding
    return spreadsheetRow([
      ...[type, number, id, kind, start, end ?? '', samples],
      // π marks an instance that went down altogether.
      ...[severity === Math.PI ? 10 : (severity ?? ''), direction ?? '', probability ?? '', leadSeriesId ?? ''],
      ...[expected ?? '', actual ?? '', String(hidden), verdict ?? '', sentence],
    ])
  })
  return [columns, ...rows].join('\n')
}
