import { type CsvDelimiter, DELIMITER_CHARACTERS } from './csv-format.ts'
import { type CsvLimits, CsvProblem } from './csv-report.ts'
import type { SeriesKey } from './frame.ts'
import { parseSeriesName } from './series-name.ts'
import { splitQuoted } from './split-quoted.ts'
import { decodeUtf8 } from './utf8.ts'

/** The heading of a table: where the timestamp stands, other columns with usual names for times, and the series in the order of the other columns. */
export type CsvHeader = {
  delimiter: CsvDelimiter
  timeIndex: number
  otherTimes: string[]
  names: string[]
  series: SeriesKey[]
}

/** Names of a column of times, in any case: the first of these that a heading has is used. */
const TIME_NAMES = ['timestamp', '@timestamp', 'datetime', 'time', '_time', 'ts', 'date', 'ds'] as const

/** Reads the heading in `bytes[from, to)`; the delimiter is the one that sets the name of a column of times apart. Throws CsvProblem, with the column, for one that cannot be used. */
export function readHeader(bytes: Uint8Array, from: number, to: number, line: number, limits: CsvLimits): CsvHeader {
  const text = decodeUtf8(bytes, from, to)
  if (text === undefined) throw new CsvProblem('NOT_UTF8', line, 0, 'the heading is not UTF-8 text')
  const delimiter = findDelimiter(text)
  const columns = countFields(text, delimiter)
  if (columns - 1 > limits.maxColumns)
    throw new CsvProblem(
      'TOO_MANY_COLUMNS',
      line,
      0,
      `${columns} columns; at most ${limits.maxColumns} series are read`,
      { count: columns, limit: limits.maxColumns },
    )
  const names = splitQuoted(text, delimiter)?.map((name) => name.trim())
  if (names === undefined)
    throw new CsvProblem('BAD_SERIES_NAME', line, 0, 'a quote in the heading is not closed', { cause: 'BAD_QUOTING' })
  const [timeIndex, ...others] = findTimeColumns(names)
  if (timeIndex === undefined) throw noTimeColumn(names, line)
  if (names.length < 2) throw new CsvProblem('TOO_FEW_COLUMNS', line, 0, 'there is no column beside the timestamp')
  const otherTimes = others.map((index) => names[index]!)
  return { delimiter, timeIndex, otherTimes, names, series: readNames(names, timeIndex, line) }
}

/** The columns whose names are those of times, the most usual name first. */
export function findTimeColumns(names: readonly string[]): number[] {
  const called = names.map((name) => name.trim().toLowerCase())
  return TIME_NAMES.flatMap((time) => called.flatMap((name, index) => (name === time ? [index] : [])))
}

/** The problem of a heading on a line that names no column of times. */
export function noTimeColumn(names: readonly string[], line: number): CsvProblem {
  const called = `${TIME_NAMES.slice(0, -1).join(', ')} or ${TIME_NAMES.at(-1)}`
  const first = quoteSome(names)
  const reason = `no column is called ${called}; the columns are ${first.join(', ')}`
  return new CsvProblem('NO_TIMESTAMP_COLUMN', line, 0, reason, { names: first, timeNames: [...TIME_NAMES] })
}

/** Column names that an error quotes, and characters of each. */
const QUOTED_NAMES = 3
const QUOTED_LETTERS = 40

/** The first names, each quoted and cut to a readable length; an ellipsis for the others. */
function quoteSome(names: readonly string[]): string[] {
  return [...names.slice(0, QUOTED_NAMES).map(quoteStart), ...(names.length > QUOTED_NAMES ? ['…'] : [])]
}

function quoteStart(name: string): string {
  const letters = [...name.slice(0, 2 * QUOTED_LETTERS + 2)]
  return `'${letters.slice(0, QUOTED_LETTERS).join('')}${letters.length > QUOTED_LETTERS ? '…' : ''}'`
}

/** The delimiter that sets a name of times apart. A heading with a quote that is not closed is split without regard to quotes. */
function findDelimiter(heading: string): CsvDelimiter {
  const delimiters = ['comma', 'semicolon', 'tab'] as const
  return (
    delimiters.find((delimiter) => splitQuoted(heading, delimiter)?.some(isTimeName)) ??
    delimiters.find((delimiter) => heading.split(DELIMITER_CHARACTERS[delimiter]).some(isTimeName)) ??
    'comma'
  )
}

const TIME_NAME_SET: ReadonlySet<string> = new Set(TIME_NAMES)

function isTimeName(name: string): boolean {
  return TIME_NAME_SET.has(name.trim().toLowerCase())
}

function countFields(text: string, delimiter: CsvDelimiter): number {
  const character = DELIMITER_CHARACTERS[delimiter]
  let fields = 1
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) fields++
  return fields
}

function readNames(names: string[], timeIndex: number, line: number): SeriesKey[] {
  const seen = new Set<string>()
  const series: SeriesKey[] = []
  for (const [index, name] of names.entries()) {
    if (index === timeIndex) continue
    const key = readName(name, line, index + 1)
    if (isTooLong(key.id))
      throw new CsvProblem(
        'BAD_SERIES_NAME',
        line,
        index + 1,
        `the name ${quoteStart(key.id)} has more than ${LONGEST_NAME} characters`,
        { text: quoteStart(key.id), limit: LONGEST_NAME },
      )
    if (seen.has(key.id))
      throw new CsvProblem('DUPLICATE_SERIES', line, index + 1, `series '${key.id}' stands in two columns`, {
        text: quoteStart(key.id),
      })
    seen.add(key.id)
    series.push(key)
  }
  return series
}

/** In Unicode characters. Names stand in addresses, which are limited. */
const LONGEST_NAME = 500

function isTooLong(name: string): boolean {
  return name.length > LONGEST_NAME && [...name].length > LONGEST_NAME
}

function readName(name: string, line: number, column: number): SeriesKey {
  try {
    return parseSeriesName(name)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new CsvProblem('BAD_SERIES_NAME', line, column, cause.message, { text: quoteStart(name) })
  }
}
