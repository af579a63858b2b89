import { MAX_REPEATED_SHARE } from './column-roles.ts'
import {
  type CsvBatch,
  type CsvLimits,
  CsvProblem,
  type CsvReject,
  type CsvReport,
  type LeftOutColumn,
} from './csv-report.ts'
import { createFirstLines } from './first-lines.ts'
import type { SeriesKey } from './frame.ts'
import { createLineSplitter } from './line-splitter.ts'
import { type CsvHeader, rowsPerSeries, textColumn } from './read-header.ts'
import { createRejectedRunLog } from './rejected-runs.ts'
import { createRowReader, type RowReader, type RowTarget } from './row-reader.ts'
import { TIMESTAMP_UNIT_NAMES } from './time-column.ts'
import { createTimeLog, type TimeLog } from './time-log.ts'
import { createUtf16Converter } from './utf16.ts'

/** What the parser is to keep to, and where batches go. */
export type CsvParserOptions = {
  limits: CsvLimits
  /** Leaves a cell without a number out as a gap, and keeps its row; by default the row is left out, and so is a column of text. */
  keepsRows?: boolean
  /** Rows a batch; fewer where the table is so wide that a batch would pass 32 MB. */
  batchRows: number
  onHeader?(series: SeriesKey[]): void
  /** The arrays belong to the receiver; the parser does not touch them again. */
  onBatch(batch: CsvBatch): void
}

/** Bytes in, batches out; `end` gives the report. After a CsvProblem the parser must be dropped. */
export type CsvParser = {
  push(chunk: Uint8Array): void
  end(): CsvReport
  /** After `end`: the time of every row, ascending, repeats included. */
  sortedTimes(): Float64Array
}

/** Cells that are read at once. */
const MAX_BATCH_CELLS = 4_194_304
/** So many rows left out with none read, and the file is refused without reading on. */
const HOPELESS_ROWS = 1_000

/** Rows left out: all are counted, the first `maxListed` are kept with their reason. */
type RejectList = {
  readonly count: number
  readonly listed: CsvReject[]
  add(reject: CsvReject): void
  /** A cell of a row that is kept. */
  addCell(reject: CsvReject): void
  /** Throws CsvProblem where column `index` never held a number but did hold text, or no row could be read. */
  requireGoodRows(rows: number, missing: Uint32Array, names: readonly string[], timeIndex: number): void
}

type Table = { header: CsvHeader; reader: RowReader; rejects: RejectList; batchRows: number }

/**
 * A streaming parser of metric tables: a heading `timestamp,metric[instance]:group,…`, then one row a line. It takes commas,
 * semicolons and tabs between cells, with the latter two a decimal comma, times as in `readTime`, all in one unit, LF, CRLF and CR, UTF-8 and UTF-16, a byte
 * order mark, quotes by RFC 4180 (no line breaks inside them); `NaN`, `null` and empty cells are gaps. The first rows are held until they tell the column of
 * times, the order of day and month, the decimal mark and the columns that are no series. A row with text, an infinite number or a wrong number of fields is left out and counted; with `keepsRows`, only the cell where that is what is wrong. Throws
 * CsvProblem, from `push` or `end`, for a file that cannot be read: batches are only final once `end` has returned.
 */
export function createCsvParser(options: CsvParserOptions): CsvParser {
  const { limits } = options
  const times = createTimeLog()
  const rejectedRuns = createRejectedRunLog()
  let table: Table | undefined
  let target: RowTarget | undefined
  let row = 0

  const flush = (): void => {
    if (target === undefined || row === 0) return
    const rows = row
    const isFull = rows === target.times.length
    const columns = isFull ? target.columns : target.columns.map((column) => column.slice(0, rows))
    options.onBatch({ rows, times: isFull ? target.times : target.times.slice(0, rows), columns })
    target = undefined
    row = 0
  }
  const openTable = (header: CsvHeader): Table => {
    const columns = header.names.length
    options.onHeader?.(header.series)
    const rejects = createRejectList(columns, limits.maxRejectedListed)
    return {
      header,
      reader: createRowReader(header, options.keepsRows ? rejects.addCell : undefined),
      rejects,
      batchRows: Math.max(1, Math.min(options.batchRows, Math.floor(MAX_BATCH_CELLS / columns))),
    }
  }
  const readRow = (bytes: Uint8Array, from: number, to: number, line: number): void => {
    const { header, reader, rejects, batchRows } = table!
    target ??= openTarget(batchRows, header.series.length)
    const reject = reader.read(bytes, from, to, line, target, row)
    if (reject !== undefined) {
      rejects.add(reject)
      rejectedRuns.reject()
      if (times.rows === 0 && rejects.count === HOPELESS_ROWS) requireRows(table!, 0)
      return
    }
    times.add(target.times[row]!)
    rejectedRuns.row(target.times[row]!)
    requireWithin(limits, times.rows, times.repeats, line)
    if (++row === batchRows) flush()
  }
  const first = createFirstLines(
    limits,
    () => options.keepsRows === true,
    (header, rows) => {
      table = openTable(header)
      for (const { bytes, line } of rows) readRow(bytes, 0, bytes.length, line)
    },
  )
  const splitter = createLineSplitter(limits.maxLineBytes, (bytes, from, to, line) => {
    if (isBlank(bytes, from, to)) return
    if (table === undefined) first.add(bytes.slice(from, to), line)
    else readRow(bytes, from, to, line)
  })
  const head = createHead(splitter.push)

  return {
    push: head.push,
    end() {
      head.end()
      splitter.end()
      if (table === undefined) first.end()
      if (table === undefined) throw new CsvProblem('EMPTY_FILE', 0, 0, 'the file is empty')
      if (times.rows + table.rejects.count === 0)
        throw new CsvProblem('HEADER_ONLY', 1, 0, 'there is no row below the heading')
      requireRows(table, times.rows)
      flush()
      const summary = { ...report(table, times), rejectedRuns: rejectedRuns.end(times.sorted()) }
      requireWithin(limits, times.rows, summary.duplicates, 0)
      const text = summary.leftOut.find(({ cause }) => cause === 'text')
      if (text && summary.duplicates > MAX_REPEATED_SHARE * times.rows) throw rowsPerSeries(text)
      return summary
    },
    sortedTimes: times.sorted,
  }
}

function requireRows(table: Table, rows: number): void {
  table.rejects.requireGoodRows(rows, table.reader.missing, table.header.names, table.header.timeIndex)
}

function requireWithin({ maxRows, maxDuplicates }: CsvLimits, rows: number, duplicates: number, line: number): void {
  if (maxRows !== undefined && rows > maxRows)
    throw new CsvProblem('TOO_MANY_ROWS', line, 0, `there are more than ${maxRows} rows`, { limit: maxRows })
  if (maxDuplicates !== undefined && duplicates > maxDuplicates)
    throw new CsvProblem(
      'TOO_MANY_DUPLICATES',
      line,
      0,
      `more than ${maxDuplicates} rows have the time of another row`,
      {
        limit: maxDuplicates,
      },
    )
}

function openTarget(rows: number, columns: number): RowTarget {
  return { times: new Float64Array(rows), columns: Array.from({ length: columns }, () => new Float64Array(rows)) }
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from
  while (at < to && (bytes[at] === 32 || bytes[at] === 9)) at++
  return at === to
}

/** Holds back the first four bytes, which tell the encoding, however small the chunks are. UTF-16 is passed on as UTF-8. */
function createHead(next: (chunk: Uint8Array) => void): { push(chunk: Uint8Array): void; end(): void } {
  let held: Uint8Array | undefined = new Uint8Array(0)
  let convert: ((chunk: Uint8Array) => Uint8Array) | undefined
  const pass = (chunk: Uint8Array): void => next(convert?.(chunk) ?? chunk)
  const release = (): void => {
    const bytes = held!
    held = undefined
    const encoding = findWideEncoding(bytes)
    if (encoding !== undefined) convert = createUtf16Converter(encoding === 'utf-16le')
    pass(encoding === undefined && startsWithMark(bytes) ? bytes.subarray(3) : bytes)
  }
  return {
    push(chunk) {
      if (held === undefined) return pass(chunk)
      const joined = new Uint8Array(held.length + chunk.length)
      joined.set(held)
      joined.set(chunk, held.length)
      held = joined
      if (joined.length >= 4) release()
    },
    end() {
      if (held !== undefined) release()
    },
  }
}

/**
 * The encoding of a file by its first bytes: UTF-16 by its byte order mark, or by zeros among the first two characters; undefined for all others. Throws
 * CsvProblem for UTF-32.
 */
function findWideEncoding([a = 1, b = 1, c = 1, d = 1]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const isUtf32 = (a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff)
  if (isUtf32) throw new CsvProblem('NOT_UTF8', 1, 0, 'the file is UTF-32 text; save it as UTF-8')
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) return 'utf-16le'
  return (a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0) ? 'utf-16be' : undefined
}

function startsWithMark([a, b, c]: Uint8Array): boolean {
  return a === 0xef && b === 0xbb && c === 0xbf
}

const rowsThat = (count: number, one: string, many: string): string =>
  count === 1 ? `1 row ${one}` : `${count} rows ${many}`

function otherTimesNote(names: readonly string[]): string {
  if (names.length === 0) return ''
  const quoted = names.map((name) => `'${name}'`).join(' and ')
  return `; ${quoted} ${names.length === 1 ? 'is also a usual name' : 'are also usual names'} for them`
}

function report(table: Table, times: TimeLog): Omit<CsvReport, 'rejectedRuns'> {
  const { reader, rejects, header } = table
  const order = times.examine()
  const notes: string[] = []
  const timeColumn = header.names[header.timeIndex]!
  const clockColumn = header.clockIndex === undefined ? undefined : header.names[header.clockIndex]!
  if (clockColumn !== undefined) notes.push(`columns '${timeColumn}' and '${clockColumn}' hold the times`)
  else if (header.otherTimes.length > 0 || timeColumn.toLowerCase() !== 'timestamp')
    notes.push(`column '${timeColumn}' holds the times${otherTimesNote(header.otherTimes)}`)
  if (reader.unit !== undefined && reader.unit !== 'ms')
    notes.push(`timestamps are ${TIMESTAMP_UNIT_NAMES[reader.unit]}`)
  if (!reader.hasZone) notes.push('timestamps without a time zone are read as UTC')
  const leftOut = [...header.leftOut, ...sparseTexts(table, times.rows)]
  notes.push(...leftOutNotes(leftOut))
  if (order.unsorted > 0) notes.push(`${rowsThat(order.unsorted, 'was', 'were')} out of order`)
  if (order.duplicates > 0) notes.push(`${rowsThat(order.duplicates, 'repeats', 'repeat')} a timestamp`)
  return {
    kind: 'metrics',
    series: header.series,
    rows: times.rows,
    rejectedRows: rejects.count,
    rejected: rejects.listed,
    timeColumn,
    ...(clockColumn !== undefined && { clockColumn }),
    otherTimeColumns: header.otherTimes,
    leftOut,
    timestampUnit: reader.unit ?? 'ms',
    delimiter: header.delimiter,
    decimal: reader.decimal,
    ...order,
    missingCells: reader.missing.reduce((sum, cells) => sum + cells, 0),
    ...(!reader.hasZone && { isUtcAssumed: true as const }),
    notes,
  }
}

/** Columns that are series without a value, since all that they hold is text below the first rows. */
function sparseTexts({ reader, header }: Table, rows: number): LeftOutColumn[] {
  const columns = [...reader.texts].filter((index) => reader.missing[index] === rows)
  return columns.map((index) => ({ column: index + 1, name: header.names[index]!, cause: 'text' }))
}

const MAX_NAMED = 5
const LEFT_OUT_CAUSES: Readonly<Record<LeftOutColumn['cause'], string>> = {
  text: 'text is no series',
  unnamed: 'it has no name',
  index: 'it counts the rows',
}

/** A sentence for each of the first columns that were left out, and one for the others. */
export function leftOutNotes(columns: readonly LeftOutColumn[]): string[] {
  const notes = columns.slice(0, MAX_NAMED).map(({ column, name, cause }) => {
    const title = name === '' ? `column ${column}` : `column '${name}'`
    return `${title} was left out: ${LEFT_OUT_CAUSES[cause]}`
  })
  const more = columns.length - notes.length
  return more > 0 ? [...notes, `${more} more ${more === 1 ? 'column was' : 'columns were'} left out`] : notes
}

/** An empty list that counts, per column, the rows it spoiled. */
function createRejectList(columns: number, maxListed: number): RejectList {
  const listed: CsvReject[] = []
  const textCells = new Uint32Array(columns)
  const firstLine = new Uint32Array(columns)
  let count = 0
  let first: CsvReject | undefined
  const note = (reject: CsvReject): void => {
    count++
    first ??= reject
    if (listed.length < maxListed) listed.push(reject)
  }
  return {
    get count() {
      return count
    },
    listed,
    add(reject) {
      note(reject)
      const index = reject.column - 1
      if (reject.code === 'BAD_NUMBER' && textCells[index]!++ === 0) firstLine[index] = reject.line
    },
    addCell: note,
    requireGoodRows(rows, missing, names, timeIndex) {
      const index = textCells.findIndex((cells, k) => cells > 0 && k !== timeIndex && rows === missing[k])
      if (index >= 0) {
        throw textColumn(names[index]!, names[timeIndex]!, firstLine[index]!, index + 1)
      }
      if (rows === 0 && first !== undefined)
        throw new CsvProblem('NO_GOOD_ROWS', first.line, first.column, `no row could be read: ${first.reason}`, {
          ...first.values,
          cause: first.code,
        })
    },
  }
}
