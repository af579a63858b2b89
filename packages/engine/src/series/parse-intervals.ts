import { readTime } from './bad-time.ts'
import { CsvProblem } from './csv-report.ts'

/** An interval of time, both ends included, in epoch milliseconds. */
export type Interval = { start: number; end: number }

/**
 * Reads a file of intervals that training leaves out: `start,end` a line, or with a semicolon or tab, times as in `readTime`. Empty
 * lines and a heading are skipped. Throws CsvProblem with line and column for anything else, and for an end before its start.
 */
export function parseIntervals(text: string): Interval[] {
  const intervals: Interval[] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const isHeading = intervals.length === 0 && /^\s*start\s*[,;\t]\s*end\s*$/i.test(line)
    if (line.trim() === '' || isHeading) continue
    intervals.push(parseInterval(line, index + 1))
  }
  return intervals
}

function parseInterval(text: string, line: number): Interval {
  const fields = text.split(/[,;\t]/)
  if (fields.length !== 2)
    throw new CsvProblem('BAD_INTERVAL', line, 0, `line ${line} is not of the form start,end`, {
      fields: fields.length,
    })
  const [start, end] = fields.map((field, index) => {
    const time = readTime(field)
    if ('reason' in time) {
      const { reason, ...values } = time
      throw new CsvProblem('BAD_INTERVAL', line, index + 1, `line ${line}: ${reason}`, values)
    }
    return time.ms
  })
  if (end! < start!) throw new CsvProblem('BAD_INTERVAL', line, 2, `line ${line}: the end lies before the start`)
  return { start: start!, end: end! }
}
