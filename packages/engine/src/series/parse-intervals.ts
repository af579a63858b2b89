import { readTime } from './bad-time.ts'
import { CsvProblem } from './csv-report.ts'

/** An interval of time, both ends included, in epoch milliseconds. */
export type Interval = { start: number; end: number }

const DELIMITER = /[,;\t]/

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
    if (line.trim() === '' || (intervals.length === 0 && isHeading(line))) continue
    intervals.push(parseInterval(line, index + 1))
  }
  return intervals
}

/** Whether a file with this first line is one of intervals: it is the heading `start,end`, or two times. */
export function startsIntervals(line: string): boolean {
  const fields = line.split(DELIMITER)
  return isHeading(line) || (fields.length === 2 && fields.every((field) => !('reason' in readTime(field))))
}

function isHeading(line: string): boolean {
  const names = line.split(DELIMITER).map((name) => name.trim().replace(/^"|"$/g, '').trim().toLowerCase())
  return names.length === 2 && names[0] === 'start' && names[1] === 'end'
}

function parseInterval(text: string, line: number): Interval {
  const fields = text.split(DELIMITER)
  if (fields.length !== 2)
    throw new CsvProblem('BAD_INTERVAL', line, 0, `line ${line} is not of the form start,end`, {
      fields: fields.length,
    })
  const [start, end] = fields.map((field, index) => {
    const time = readTime(field)
    if ('reason' in time) {
      const { reason, ...values } = time
      throw new CsvProblem('BAD_INTERVAL', line, index + 1, reason, values)
    }
    return time.ms
  })
  if (end! < start!) throw new CsvProblem('BAD_INTERVAL', line, 2, 'the end lies before the start')
  return { start: start!, end: end! }
}
