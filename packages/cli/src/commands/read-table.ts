import type { Readable } from 'node:stream'
import { buildFrame, CsvProblem, type Frame, type SeriesKey } from '@omen/engine/series'
import { CSV_LIMITS } from '../csv-limits.ts'
import { nameOf } from '../io/read-bytes.ts'
import { readLines } from '../io/read-lines.ts'
import { tableFailure } from '../refusals/table-failure.ts'
import type { UnreadRow } from '../results/score-tally.ts'
import { requireRows } from '../score/score-rows.ts'
import { tableLines } from '../score/table-lines.ts'
import { createTableOpener, type TableReader } from '../score/table-reader.ts'
import { requireNumbers } from '../score/table-scorer.ts'

/** A table held whole, row by row in the order of the file. */
export interface Table {
  /** The path, or "standard input". */
  name: string
  series: readonly SeriesKey[]
  /** Of each row its time as written, and in epoch milliseconds; NaN where the row could not be read. */
  timestamps: string[]
  times: number[]
  /** By series; NaN where there is no number. */
  columns: number[][]
  /** By series: cells with something else than a number. */
  texts: number[]
  unread: number
  firstUnread: UnreadRow | undefined
}

/**
 * Reads a table, `.gz` unpacked, "-" being standard input; columns named in `ignored` are left out. Throws a CliError with the code
 * of the engine's CsvProblem for one that cannot be read, and a UsageError for an ignored column that is not there.
 */
export async function readTable(path: string, stdin: Readable, ignored: readonly string[]): Promise<Table> {
  const name = nameOf(path)
  try {
    const table = await readRows(name, tableLines(readLines(path, stdin, CSV_LIMITS.maxLineBytes)), ignored)
    requireRows({ ...table, rows: table.times.length })
    const { columns, texts } = table
    requireNumbers(table.series, (k) => texts[k]! > 0 && columns[k]!.every((value) => Number.isNaN(value)))
    return table
  } catch (error) {
    throw tableFailure(name, error)
  }
}

async function readRows(name: string, lines: ReturnType<typeof tableLines>, ignored: readonly string[]) {
  const opener = createTableOpener(ignored)
  let reader: TableReader | undefined
  const table: Table = {
    name,
    series: [],
    timestamps: [],
    times: [],
    columns: [],
    texts: [],
    unread: 0,
    firstUnread: undefined,
  }
  const open = (opened: TableReader): TableReader => {
    table.series = opened.series
    table.columns = opened.series.map(() => [])
    table.texts = opened.series.map(() => 0)
    return opened
  }
  for await (const batch of lines) {
    const opened = reader === undefined ? opener.push(batch) : undefined
    if (opened) reader = open(opened.reader)
    if (reader) for (const { text, line } of opened?.rows ?? batch) addRow(table, reader, text, line)
  }
  const late = reader === undefined ? opener.end() : undefined
  if (late) {
    reader = open(late.reader)
    for (const { text, line } of late.rows) addRow(table, reader, text, line)
  }
  if (reader === undefined) throw new CsvProblem('EMPTY_FILE', 0, 0, 'the file is empty')
  return table
}

function addRow(table: Table, reader: TableReader, text: string, line: number): void {
  const row = reader.readRow(text, line)
  const isRead = 'cells' in row
  table.timestamps.push(row.timestamp)
  table.times.push(isRead ? row.timeMs : Number.NaN)
  for (const [k, column] of table.columns.entries()) {
    const { value, isText } = isRead ? reader.readCell(row.cells[k]!) : { value: Number.NaN, isText: false }
    column.push(value)
    if (isText) table.texts[k]!++
  }
  if (isRead) return
  table.unread++
  table.firstUnread ??= { line, column: row.column, reason: row.reason }
}

/** Rows of a table on a grid of time, and for each of its rows from `fromRow` on its index there; -1 where it could not be read. */
export interface TableFrame {
  frame: Frame
  indices: number[]
}

/** The frame of the rows from one to another, which is not included. */
export function frameOf({ series, times, columns }: Table, fromRow = 0, toRow: number = times.length): TableFrame {
  const part = times.slice(fromRow, toRow)
  const read = part.flatMap((time, k) => (Number.isNaN(time) ? [] : [fromRow + k]))
  const pick = (values: readonly number[]): Float64Array => Float64Array.from(read, (row) => values[row]!)
  const frame = buildFrame(series, pick(times), columns.map(pick))
  const indexOf = new Map(Array.from(frame.times, (time, index) => [time, index]))
  return { frame, indices: part.map((time) => indexOf.get(time) ?? -1) }
}
