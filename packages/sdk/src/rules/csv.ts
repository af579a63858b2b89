import type { Locale, RejectedLine } from '../types.ts'
import { rejectReason } from './reject-reason.ts'

/** A CSV field by RFC 4180, quoted only if needed. */
export const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * A row of a CSV that people open in a spreadsheet: a leading formula character is escaped, so that it does not
 * run.
 */
export function spreadsheetRow(values: readonly (string | number)[]): string {
  return values.map(escaped).join(',')
}

function escaped(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return csvField(text)
}

/** Rejected lines as CSV, in the order of the file: number, column (0 for the whole line), its name, reason, text; a cut text ends with "…". */
export function rejectedCsv(lines: readonly RejectedLine[], locale: Locale): string {
  const rows = lines.map((one) => {
    const { line, column, name = '', text = '', isCut } = one
    return spreadsheetRow([line, column, name, rejectReason(one, locale), isCut ? `${text}…` : text])
  })
  return ['line,column,name,reason,text', ...rows].join('\n')
}
