import type { CsvReport } from '@omen/engine'
import { counted } from './figures.ts'

/** What is worth saying of a table that was read: rows left out, rows out of order, how times were taken. Empty for none. */
export function frameRemarks(name: string, { rejectedRows, rejected, notes }: CsvReport): string {
  const said = notes.map((note) => `${name}: ${note}.`)
  const [first] = rejected
  if (first) {
    const place = `line ${first.line}${first.name === undefined ? '' : `, ${first.name}`}`
    said.push(`${name}: ${counted(rejectedRows, 'row')} left out, the first at ${place}: ${first.reason}.`)
  }
  return said.join('\n')
}
