import type { CsvDelimiter, DecimalMark } from './csv-format.ts'
import type { SeriesKey } from './frame.ts'
import type { RejectedRun } from './rejected-runs.ts'

/** What one file may hold. `maxLineBytes` bounds the memory that a line without end can take, `maxRows` that of the times. */
export type CsvLimits = {
  maxColumns: number
  maxLineBytes: number
  maxRejectedListed: number
  /** Good rows; no limit where it is left out. */
  maxRows?: number
  /** Rows with the time of another row; no limit where it is left out. */
  maxDuplicates?: number
}

/** A row that was left out. Lines and columns count from 1; column 0 is the whole line. */
export type CsvReject = {
  line: number
  column: number
  name?: string
  code: CsvRejectCode
  /** In English. */
  reason: string
  values?: CsvReasonValues
}

/**
 * What the reason names, for sentences in other languages: the text of the cell or the name of a column, its decimal mark, what a rejected time
 * looks like, the unit of a time and of those before it, the column of times and what it may be called, counts of fields, the first columns, how many there are and may be, why the first line was rejected.
 */
export type CsvReasonValues = {
  text?: string
  mark?: DecimalMark
  looksLike?: TimeMistake
  timeColumn?: string
  timeNames?: string[]
  unit?: TimestampUnit
  unitBefore?: TimestampUnit
  fields?: number
  expected?: number
  names?: string[]
  count?: number
  limit?: number
  cause?: CsvRejectCode
}

/** Why one row was left out. */
export type CsvRejectCode =
  | 'BAD_NUMBER'
  | 'NOT_FINITE'
  | 'BAD_TIMESTAMP'
  | 'MIXED_TIMESTAMPS'
  | 'FIELD_COUNT'
  | 'BAD_QUOTING'
  | 'BAD_UTF8'

/** Why a whole file was refused. */
export type CsvProblemCode =
  | 'EMPTY_FILE'
  | 'HEADER_ONLY'
  | 'NO_TIMESTAMP_COLUMN'
  | 'TOO_FEW_COLUMNS'
  | 'TOO_MANY_COLUMNS'
  | 'TOO_MANY_ROWS'
  | 'TOO_MANY_DUPLICATES'
  | 'LINE_TOO_LONG'
  | 'NUL_BYTE'
  | 'NOT_UTF8'
  | 'TEXT_COLUMN'
  | 'MIXED_TIMESTAMPS'
  | 'NO_GOOD_ROWS'
  | 'DUPLICATE_SERIES'
  | 'BAD_SERIES_NAME'
  | 'BAD_INTERVAL'

/** Rows in file order, rejected ones left out. `times` are epoch milliseconds; a gap is NaN. */
export type CsvBatch = { rows: number; times: Float64Array; columns: Float64Array[] }

/** How the timestamps of a file are written: epoch numbers, ISO 8601, numbers with the day or the month first, or another date that can be read in one way only. */
export type TimestampUnit = 's' | 'ms' | 'us' | 'ns' | 'iso' | 'dayFirst' | 'monthFirst' | 'date'

/** The kind of a number or date that is not read as a time. */
export type TimeMistake =
  | 'dayNumber'
  | 'year'
  | 'month'
  | 'dayOfYear'
  | 'date'
  | 'dateTime'
  | 'ticks'
  | 'rounded'
  | 'dayOrMonth'
  | 'clock'
  | 'outside'

/** What was read. `unsorted` and `duplicates` count rows that `buildFrame` puts right. */
export type CsvReport = {
  kind: 'metrics'
  series: SeriesKey[]
  rows: number
  rejectedRows: number
  /** At most `maxRejectedListed` of them. */
  rejected: CsvReject[]
  /** Where between the rows they were, by time. */
  rejectedRuns: RejectedRun[]
  /** The heading of the column of times, that of a second one which holds the time of day, and of others with usual names for times. */
  timeColumn: string
  clockColumn?: string
  otherTimeColumns: string[]
  /** Columns that are not read as series, in the order of the file. */
  leftOut: LeftOutColumn[]
  timestampUnit: TimestampUnit
  delimiter: CsvDelimiter
  decimal: DecimalMark
  from: number
  to: number
  unsorted: number
  duplicates: number
  missingCells: number
  /** The times have no zone. */
  isUtcAssumed?: true
  notes: string[]
}

/** A column that is not read as a series: it holds text, it has no name, or it counts the rows. Columns count from 1. */
export type LeftOutColumn = { column: number; name: string; cause: 'text' | 'unnamed' | 'index' }

/** A file that cannot be read at all. Lines and columns count from 1, 0 where there is none. */
export class CsvProblem extends Error {
  readonly code: CsvProblemCode
  readonly line: number
  readonly column: number
  readonly reason: string
  readonly values: CsvReasonValues

  constructor(code: CsvProblemCode, line: number, column: number, reason: string, values: CsvReasonValues = {}) {
    super(reason)
    this.name = 'CsvProblem'
    this.code = code
    this.line = line
    this.column = column
    this.reason = reason
    this.values = values
  }
}
