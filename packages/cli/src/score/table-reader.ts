import {
  type CsvHeader,
  createFirstLines,
  createTimeColumn,
  DELIMITER_CHARACTERS,
  fitFields,
  type LeftOutColumn,
  readNumber,
  type SeriesKey,
  splitQuoted,
} from '@omen/engine/series'
import { CSV_LIMITS } from '../csv-limits.ts'
import type { TableLine } from './table-lines.ts'

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
  readonly leftOut: readonly LeftOutColumn[]
  /** `lineNumber` counts from 1. Throws CsvProblem for a time in another unit than those before it. */
  readRow(line: string, lineNumber: number): TableRow
  readCell(cell: string): ReadCell
}

/** Opens a table as its lines arrive. */
export interface TableOpener {
  /** Gives the reader, once the first rows tell how the table is to be read, and the rows so far. */
  push(lines: readonly TableLine[]): OpenTable | undefined
  /** The same when nothing more comes; undefined for a table without a line. */
  end(): OpenTable | undefined
}

export interface OpenTable {
  reader: TableReader
  rows: readonly TableLine[]
}

/**
 * An opener for a table, columns named in `ignored` left out; a known series is read even if it holds only text. Throws the engine's CsvProblem for an invalid heading and for dates that can be read in two ways,
 * and IgnoredColumnProblem for an ignored column that is not there, or if none is left.
 */
export function createTableOpener(
  ignored: readonly string[] = [],
  isKnown: (series: string) => boolean = () => false,
): TableOpener {
  let table: OpenTable | undefined
  const first = createFirstLines(CSV_LIMITS, isKnown, (header, rows) => {
    const lines = rows.map(({ bytes, line }) => ({ text: Buffer.from(bytes).toString(), line }))
    table = { reader: createTableReader(header, ignored), rows: lines }
  })
  return {
    push(lines) {
      let added = 0
      while (added < lines.length && table === undefined) {
        const { text, line } = lines[added++]!
        first.add(Buffer.from(text), line)
      }
      if (table === undefined) first.decide()
      return table && { ...table, rows: [...table.rows, ...lines.slice(added)] }
    },
    end() {
      first.end()
      return table
    },
  }
}

function createTableReader(header: CsvHeader, ignored: readonly string[]): TableReader {
  const { delimiter, names, timeIndex, clockIndex, series, seriesIndexes, dates } = header
  requireColumns(header, ignored)
  const columns = series
    .map((key, k) => ({ key, index: seriesIndexes[k]! }))
    .filter(({ index }) => !ignored.includes(names[index]!))
  const scan = { ...header.scan }
  const timeColumn = createTimeColumn(timeIndex, dates.order)
  return {
    series: columns.map(({ key }) => key),
    leftOut: header.leftOut.filter(({ name }) => !ignored.includes(name)),
    readRow(line, lineNumber) {
      const written = line.includes('"') ? splitQuoted(line, delimiter) : line.split(DELIMITER_CHARACTERS[delimiter])
      if (written === undefined) return { timestamp: '', column: 0, reason: 'a quote is not closed on the line' }
      const date = written[timeIndex] ?? ''
      const timestamp = clockIndex === undefined ? date : `${date} ${written[clockIndex] ?? ''}`
      const fields = fitFields(written, names)
      if (fields === undefined)
        return { timestamp, column: 0, reason: `${written.length} fields, the heading has ${names.length}` }
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

function requireColumns({ names, timeIndex, seriesIndexes }: CsvHeader, ignored: readonly string[]): void {
  const unknown = ignored.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const hint = unknown.includes(',') ? ' Give --ignore once for each column.' : ''
    throw new IgnoredColumnProblem(`${unknown}: there is no such column`, `The columns are ${names.join(', ')}.${hint}`)
  }
  if (ignored.includes(names[timeIndex]!)) throw new IgnoredColumnProblem(`${names[timeIndex]}: it holds the times`)
  if (seriesIndexes.every((index) => ignored.includes(names[index]!)))
    throw new IgnoredColumnProblem(`${ignored.join(', ')}: no other column is left to score`)
}
