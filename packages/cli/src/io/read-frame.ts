import type { Readable } from 'node:stream'
import {
  buildFrame,
  type CsvBatch,
  type CsvLimits,
  CsvProblem,
  type CsvProblemCode,
  type CsvReport,
  createCsvParser,
  type Frame,
} from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { nameOf, readBytes } from './read-bytes.ts'

/** A table of metrics as the engine works on it, and what was seen while it was read. */
export interface FrameFile {
  /** The path, or "standard input". */
  name: string
  frame: Frame
  report: CsvReport
}

/** The limits that the server has unless it is told otherwise. */
const limits: CsvLimits = { maxColumns: 10_000, maxLineBytes: 4 << 20, maxRejectedListed: 100 }
const maxCells = 200_000_000

/**
 * Reads a wide CSV (`timestamp,metric[instance]:group,…`), `.gz` unpacked, "-" being standard input. Rows are put in order,
 * missing slots become gaps, and rows that cannot be read are left out and told in the report. Throws a CliError with the
 * code of the engine's CsvProblem, and with its line and column as a detail.
 */
export async function readFrame(path: string, stdin: Readable): Promise<FrameFile> {
  const name = nameOf(path)
  const batches: CsvBatch[] = []
  let cells = 0
  const onBatch = (batch: CsvBatch): void => {
    cells += batch.rows * batch.columns.length
    if (cells > maxCells) throw tooManyCells(name)
    batches.push(batch)
  }
  const parser = createCsvParser({ limits, batchRows: 16_384, onBatch })
  try {
    for await (const chunk of readBytes(path, stdin)) parser.push(chunk)
    const report = parser.end()
    return { name, frame: joinBatches(batches, report), report }
  } catch (error) {
    throw error instanceof CsvProblem ? problemOf(name, error) : error
  }
}

function joinBatches(batches: CsvBatch[], { series, rows }: CsvReport): Frame {
  const times = new Float64Array(rows)
  const columns = series.map(() => new Float64Array(rows))
  let at = 0
  // Taken away one by one, so that a large table is not held twice.
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    times.set(batch.times, at)
    batch.columns.forEach((column, k) => {
      columns[k]?.set(column, at)
    })
    at += batch.rows
  }
  return buildFrame(series, times, columns)
}

function problemOf(name: string, { code, line, column, reason }: CsvProblem): CliError {
  const place = line > 0 ? [{ line, ...(column > 0 && { column }), message: reason }] : []
  return new CliError(`${name}: ${reason}`, { code, exit: exitCode.failed, hint: hints[code], details: place })
}

function tooManyCells(name: string): CliError {
  const hint = 'Take fewer columns or a shorter time.'
  const message = `${name}: the file holds more than ${maxCells.toLocaleString('en')} values`
  return new CliError(message, { code: 'TOO_MANY_CELLS', exit: exitCode.failed, hint })
}

const shape = 'The first line is a heading, "timestamp,cpu[node1],cpu[node2]"; each line below it is one time.'

const hints: Partial<Record<CsvProblemCode, string>> = {
  EMPTY_FILE: shape,
  HEADER_ONLY: shape,
  NO_TIMESTAMP_COLUMN: shape,
  TOO_FEW_COLUMNS: shape,
  BAD_SERIES_NAME: shape,
  NO_GOOD_ROWS: shape,
  TOO_MANY_COLUMNS: 'Split the file by columns.',
  LINE_TOO_LONG: 'Is this a CSV with one line a time?',
  NUL_BYTE: 'A table is text in UTF-8. UTF-16 can be turned with "iconv -f UTF-16 -t UTF-8".',
  NOT_UTF8: 'A table is text in UTF-8; "iconv -t UTF-8" turns other encodings into it.',
  TEXT_COLUMN: 'Leave the column out.',
  MIXED_TIMESTAMPS: 'Write all times the same way: epoch milliseconds, epoch seconds or ISO 8601.',
  DUPLICATE_SERIES: 'Give every column a name of its own.',
}
