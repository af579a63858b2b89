import type { Finding, Locale, RejectedLine } from '../types.ts'
import { rejectReason } from './reject-reason.ts'

/** Not a signed number, with a decimal point or a comma, nor a bracket after the sign without the "!" of a reference, as Objective-C logs its methods. */
const FORMULA = /^(?![+-][\d.,]+(e[+-]?\d+)?$)(?![+-]\[[^!]*$)[=+\-@\t\r]/i

/**
 * A CSV field by RFC 4180, quoted only if needed. People open CSV in spreadsheets: a text that is no number gets an apostrophe before a
 * leading formula character, so that it does not run.
 */
export function csvField(value: string | number): string {
  const text = String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A row of CSV. */
export function csvRow(values: readonly (string | number)[]): string {
  return values.map(csvField).join(',')
}

/** Rejected lines as CSV, in the order of the file: number, column (0 for the whole line), its name, reason, text; a cut text ends with "…". */
export function rejectedCsv(lines: readonly RejectedLine[], locale: Locale): string {
  const rows = lines.map((one) => {
    const { line, column, name = '', text = '', isCut } = one
    return csvRow([line, column, name, rejectReason(one, locale), isCut ? `${text}…` : text])
  })
  return ['line,column,name,reason,text', ...rows].join('\n')
}

/** What a row of `findingsCsv` is made of; null where a count of samples is not known. */
export type FindingRow = Omit<Finding, 'rows' | 'state'> & { rows: number | null }

const FINDING_COLUMNS =
  'type,number,id,kind,start,end,rows,severity,direction,probability,series,expected,actual,hidden,verdict,sentence,note'

/** Findings as CSV, in the order given: times in epoch milliseconds, unknown values empty, severity of a gap too. */
export function findingsCsv(findings: readonly FindingRow[]): string {
  const rows = findings.map((finding) => {
    const { type, number, id, kind, start, end, rows: samples, severity, direction, probability } = finding
    const { leadSeriesId, expected, actual, hidden, verdict, verdictNote, sentence } = finding
    return csvRow([
      ...[type, number ?? '', id, kind, start, end ?? '', samples ?? ''],
      // π marks an instance that went down altogether.
      ...[severity === Math.PI ? 10 : (severity ?? ''), direction ?? '', probability ?? '', leadSeriesId ?? ''],
      ...[expected ?? '', actual ?? '', String(hidden), verdict ?? '', sentence, verdictNote ?? ''],
    ])
  })
  return [FINDING_COLUMNS, ...rows].join('\n')
}
