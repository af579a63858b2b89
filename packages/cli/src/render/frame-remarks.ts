import type { CsvReport } from '@omen/engine'
import { csvFormatNote } from './csv-format-note.ts'
import { counted } from './figures.ts'

/** Remarks on a table that was read: rows left out, rows out of order, how times were interpreted. Empty for none. */
export function frameRemarks(name: string, report: CsvReport): string {
  const { rejectedRows, rejected } = report
  const notes = [csvFormatNote(report), ...report.notes].filter(Boolean)
  const remarks = notes.map((note) => `${name}: ${note}.`)
  const [first] = rejected
  if (first) {
    const position = `line ${first.line}${first.name === undefined ? '' : `, ${first.name}`}`
    remarks.push(`${name}: ${counted(rejectedRows, 'row')} left out, the first at ${position}: ${first.reason}.`)
  }
  return remarks.join('\n')
}
