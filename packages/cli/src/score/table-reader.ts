import {
  createNumberScan,
  createTimeColumn,
  DELIMITER_CHARACTERS,
  readHeader,
  readNumber,
  type SeriesKey,
  splitQuoted,
} from '@omen/engine/series'
import { CSV_LIMITS } from '../csv-limits.ts'

/** A column that cannot be left out, or none left: what is wrong, and what to do. */
export class IgnoredColumnProblem extends Error {
  override readonly name = 'IgnoredColumnProblem'
  readonly hint: string | undefined

  constructor(reason: string, hint?: string) {
    super(reason)
    this.hint = hint
  }
}

/** The number in a cell, NaN where there is none; `isText` where something else stands in it. */
export interface ReadCell {
  value: number
  isText: boolean
}

/**
 * A row of a table, its time as written; `cells` stand in the order of the series. Without them, why it cannot be read, and in which column;
 * columns count from 1, 0 is the whole line.
 */
export type TableRow = { timestamp: string } & (
  | { timeMs: number; cells: string[] }
  | { reason: string; column: number }
)

/** Reads the lines below a heading. */
export interface TableReader {
  readonly series: readonly SeriesKey[]
  /** `lineNumber` counts from 1. Throws CsvProblem for a time in another unit than those before it. */
  readRow(line: string, lineNumber: number): TableRow
  readCell(cell: string): ReadCell
}

/**
 * A reader for the rows below `heading`, columns named in `ignored` left out. Throws the engine's CsvProblem for an invalid heading,
 * and IgnoredColumnProblem for an ignored column that is not there, or where none is left.
 */
export function createTableReader(heading: string, ignored: readonly string[] = []): TableReader {
  const bytes = Buffer.from(heading)
  const { delimiter, names, timeIndex, series } = readHeader(bytes, 0, bytes.length, 1, CSV_LIMITS)
  requireColumns(names, timeIndex, ignored)
  const columns = series
    .map((key, k) => ({ key, index: k < timeIndex ? k : k + 1 }))
    .filter(({ index }) => !ignored.includes(names[index]!))
  const scan = createNumberScan(delimiter)
  const timeColumn = createTimeColumn(timeIndex)
  return {
    series: columns.map(({ key }) => key),
    readRow(line, lineNumber) {
      const fields = line.includes('"') ? splitQuoted(line, delimiter) : line.split(DELIMITER_CHARACTERS[delimiter])
      if (fields === undefined) return { timestamp: '', column: 0, reason: 'a quote is not closed on the line' }
      const timestamp = fields[timeIndex] ?? ''
      if (fields.length !== names.length)
        return { timestamp, column: 0, reason: `${fields.length} fields, the heading has ${names.length}` }
      const time = timeColumn.read(timestamp, lineNumber)
      if (typeof time !== 'number') return { timestamp, column: timeIndex + 1, reason: time.reason }
      return { timestamp, timeMs: time, cells: columns.map(({ index }) => fields[index]!) }
    },
    readCell(cell) {
      const value = readNumber(cell, scan)
      return { value, isText: Number.isNaN(value) && scan.status > 1 }
    },
  }
}

function requireColumns(names: readonly string[], timeIndex: number, ignored: readonly string[]): void {
  const unknown = ignored.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const hint = unknown.includes(',') ? ' Give --ignore once for each column.' : ''
    throw new IgnoredColumnProblem(`${unknown}: there is no such column`, `The columns are ${names.join(', ')}.${hint}`)
  }
  if (ignored.includes(names[timeIndex]!)) throw new IgnoredColumnProblem(`${names[timeIndex]}: it holds the times`)
  if (names.every((name, index) => index === timeIndex || ignored.includes(name)))
    throw new IgnoredColumnProblem(`${ignored.join(', ')}: no other column is left to score`)
}
