import type { CsvLimits, CsvProblem, CsvProblemCode } from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'

/** The limits that the server has unless it is told otherwise. */
export const csvLimits: CsvLimits = { maxColumns: 10_000, maxLineBytes: 4 << 20, maxRejectedListed: 100 }

/** A table that cannot be read as it is told: with the code of the engine's problem, its line and column as a detail. */
export function csvFailure(name: string, { code, line, column, reason }: CsvProblem): CliError {
  const place = line > 0 ? [{ line, ...(column > 0 && { column }), message: reason }] : []
  return new CliError(`${name}: ${reason}`, { code, exit: exitCode.failed, hint: hints[code], details: place })
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
