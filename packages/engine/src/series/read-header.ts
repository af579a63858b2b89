import { READABLE_TIMES } from './bad-time.ts'
import {
  type ColumnFacts,
  createOrderFinder,
  findLeftOut,
  findTimeColumns,
  findTimePlace,
  type IsSeries,
  type OrderFinder,
  TIME_NAMES,
  tellsRowsApart,
} from './column-roles.ts'
import { type CsvDelimiter, DELIMITER_CHARACTERS } from './csv-format.ts'
import { type CsvLimits, CsvProblem, type LeftOutColumn } from './csv-report.ts'
import type { SeriesKey } from './frame.ts'
import type { NumberScan } from './scan-number.ts'
import { parseSeriesName } from './series-name.ts'
import { splitQuoted } from './split-quoted.ts'
import { decodeUtf8 } from './utf8.ts'

/** The heading of a table and what its first rows tell of its columns. `series` stand in the order of their columns. */
export type CsvHeader = {
  delimiter: CsvDelimiter
  timeIndex: number
  /** The column that holds the time of day, if it is not that of the date. */
  clockIndex?: number
  /** Other columns with usual names for times. */
  otherTimes: string[]
  names: string[]
  series: SeriesKey[]
  /** The columns of the series, counting from 0. */
  seriesIndexes: number[]
  leftOut: LeftOutColumn[]
  /** Columns of which the first rows are empty. */
  empty: ColumnFacts['empty']
  /** Decides on the order of day and month; the first rows have been added. */
  dates: OrderFinder
  /** The state of reading numbers, to be copied. */
  scan: NumberScan
}

/** Where a table begins: its heading, and the rows below it that are at hand. */
export type TableStart = {
  bytes: Uint8Array
  from: number
  to: number
  line: number
  /** With the number of the line of the first. */
  rows: readonly string[]
  rowLine: number
  isSeries: IsSeries
}

/** Reads a heading and looks at the rows below it. Throws CsvProblem, with the column, for a heading that cannot be used. */
export function readHeader(
  { bytes, from, to, line, rows, rowLine, isSeries }: TableStart,
  limits: CsvLimits,
): CsvHeader {
  const text = decodeUtf8(bytes, from, to)
  if (text === undefined) throw new CsvProblem('NOT_UTF8', line, 0, 'the heading is not UTF-8 text')
  const delimiter = findDelimiter(text, rows)
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
  const cells = rows.flatMap((row) => {
    const fields = splitQuoted(row, delimiter)
    const fitting = fields && fitFields(fields, names)
    return fitting ? [fitting] : []
  })
  const times = findTimePlace(names, cells)
  if (times === undefined) throw noTimeColumn(names, line, cells[0]?.[0])
  if (names.length < 2) throw new CsvProblem('TOO_FEW_COLUMNS', line, 0, 'there is no column beside the timestamp')
  const { leftOut, empty, scan } = findLeftOut(names, cells, times, delimiter, isSeries)
  const apart = leftOut.find(({ cause, column }) => cause === 'text' && tellsRowsApart(cells, times, column - 1))
  if (apart) throw rowsPerSeries(apart)
  const isLeftOut = new Set(leftOut.map(({ column }) => column - 1))
  const seriesIndexes = [...names.keys()].filter(
    (index) => index !== times.timeIndex && index !== times.clockIndex && !isLeftOut.has(index),
  )
  if (seriesIndexes.length === 0) throw noSeries(leftOut, names[times.timeIndex]!, line, rowLine)
  const dates = createOrderFinder()
  for (const row of cells) dates.add(row[times.timeIndex]!)
  const otherTimes = findTimeColumns(names)
    .filter((index) => index !== times.timeIndex && index !== times.clockIndex)
    .map((index) => names[index]!)
  const series = readNames(names, seriesIndexes, line)
  return { delimiter, ...times, otherTimes, names, series, seriesIndexes, leftOut, empty, dates, scan }
}

/** The fields of a row, without an empty one more than the heading has, or with one for a last column without a name; undefined if their count differs otherwise. */
export function fitFields(fields: string[], names: readonly string[]): string[] | undefined {
  if (fields.length === names.length) return fields
  if (fields.length === names.length + 1 && fields.at(-1)!.trim() === '') return fields.slice(0, -1)
  return fields.length === names.length - 1 && names.at(-1) === '' ? [...fields, ''] : undefined
}

function noSeries(leftOut: readonly LeftOutColumn[], timeColumn: string, line: number, rowLine: number): CsvProblem {
  const text = leftOut.find(({ cause }) => cause === 'text')
  if (text) return textColumn(text.name, timeColumn, rowLine, text.column)
  const [first] = leftOut
  if (first === undefined) return new CsvProblem('TOO_FEW_COLUMNS', line, 0, 'there is no column beside the times')
  const reason = first.cause === 'index' ? 'it counts the rows' : 'it has no name'
  return new CsvProblem(
    'BAD_SERIES_NAME',
    line,
    first.column,
    `the only column beside the times cannot be read: ${reason}`,
    { text: quoteStart(first.name) },
  )
}

/** The problem of a table with a row for each series and time, of which `text` names the series. */
export function rowsPerSeries({ name, column }: LeftOutColumn): CsvProblem {
  const reason = `many rows have the time of another row, and column '${name}', which is text, may tell them apart: write a column for each of its values, like cpu[web1],cpu[web2]`
  return new CsvProblem('TOO_MANY_DUPLICATES', 0, column, reason, { text: name })
}

/** The problem of a column without any number. */
export function textColumn(text: string, timeColumn: string, line: number, column: number): CsvProblem {
  const isTimes = findTimeColumns([text]).length > 0
  const reason = `column '${text}' holds text and no number${isTimes ? `; the times are read from column '${timeColumn}'` : ''}`
  return new CsvProblem('TEXT_COLUMN', line, column, reason, { text, ...(isTimes && { timeColumn }) })
}

/** The problem of a heading on a line that names no column of times, above rows of which none holds times. */
export function noTimeColumn(names: readonly string[], line: number, firstCell?: string): CsvProblem {
  const called = `${TIME_NAMES.slice(0, -1).join(', ')} or ${TIME_NAMES.at(-1)}`
  const first = quoteSome(names)
  const begins = firstCell === undefined ? '' : `, and the first row begins with ${quoteStart(firstCell)}`
  const reason = `no column is called ${called}, and none holds only times; the columns are ${first.join(', ')}${begins}; ${READABLE_TIMES}`
  return new CsvProblem('NO_TIMESTAMP_COLUMN', line, 0, reason, {
    names: first,
    timeNames: [...TIME_NAMES],
    ...(firstCell !== undefined && { text: quoteStart(firstCell) }),
  })
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

const DELIMITERS = ['comma', 'semicolon', 'tab'] as const
const TIME_NAME_SET: ReadonlySet<string> = new Set(TIME_NAMES)

/**
 * The delimiter that sets a name of times apart, else the one that makes the most columns of the heading and as many of the first row. A heading with a quote
 * that is not closed is split without regard to quotes.
 */
function findDelimiter(heading: string, [firstRow = '']: readonly string[]): CsvDelimiter {
  return (
    DELIMITERS.find((delimiter) => splitQuoted(heading, delimiter)?.some(isTimeName)) ??
    DELIMITERS.find((delimiter) => heading.split(DELIMITER_CHARACTERS[delimiter]).some(isTimeName)) ??
    findByColumns(heading, firstRow)
  )
}

function findByColumns(heading: string, firstRow: string): CsvDelimiter {
  const columns = (delimiter: CsvDelimiter): number => {
    const [names, fields] = [heading, firstRow].map((text) => splitQuoted(text, delimiter))
    return names && fields && fitFields(fields, names) ? names.length : 1
  }
  const most = Math.max(...DELIMITERS.map(columns))
  return DELIMITERS.find((delimiter) => columns(delimiter) === most)!
}

function isTimeName(name: string): boolean {
  return TIME_NAME_SET.has(name.trim().toLowerCase())
}

function countFields(text: string, delimiter: CsvDelimiter): number {
  const character = DELIMITER_CHARACTERS[delimiter]
  let fields = 1
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) fields++
  return fields
}

function readNames(names: readonly string[], indexes: readonly number[], line: number): SeriesKey[] {
  const seen = new Set<string>()
  const series: SeriesKey[] = []
  for (const index of indexes) {
    const key = readName(names[index]!, line, index + 1)
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
