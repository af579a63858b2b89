import type { CsvReport } from '@omen/engine'
import { counted } from './figures.ts'

/** Remarks on a table that was read: rows left out, rows out of order, how times were interpreted. Empty for none. */
export function frameRemarks(name: string, { rejectedRows, rejected, notes }: CsvReport): string {
  const remarks = notes.map((note) => `${name}: ${note}.`)
  const [first] = rejected
  if (first) {
    const position = `line ${first.line}${first.name === undefined ? '' : `, ${first.name}`}`
    remarks.push(`${name}: ${counted(rejectedRows, 'row')} left out, the first at ${position}: ${first.reason}.`)
  }
  return remarks.join('\n')
}
