import type { CsvProblem, CsvProblemCode } from '@omen/engine'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'

/** The CliError for a table that cannot be read: the code of the engine's problem, with line and column as a detail. */
export function csvFailure(name: string, { code, line, column, reason }: CsvProblem): CliError {
  const position = line > 0 ? [{ line, ...(column > 0 && { column }), message: reason }] : []
  return new CliError(`${name}: ${reason}`, { code, exit: EXIT_CODE.failed, hint: HINTS[code], details: position })
}

const SHAPE = 'The first line is a heading, "timestamp,cpu[node1],cpu[node2]"; each line below it is one time.'

const HINTS: Partial<Record<CsvProblemCode, string>> = {
  EMPTY_FILE: SHAPE,
  HEADER_ONLY: SHAPE,
  NO_TIMESTAMP_COLUMN: SHAPE,
  TOO_FEW_COLUMNS: SHAPE,
  BAD_SERIES_NAME: SHAPE,
  TOO_MANY_COLUMNS: 'Split the file by columns.',
  LINE_TOO_LONG: 'Is this a CSV with one line per timestamp?',
  NUL_BYTE: 'A table is text in UTF-8 or UTF-16.',
  NOT_UTF8: 'A table is text in UTF-8; convert other encodings with "iconv -t UTF-8".',
  TEXT_COLUMN: 'A table needs a column of numbers beside the times.',
  MIXED_TIMESTAMPS: 'Write all times of a file the same way: in ISO 8601, or in one unit of epoch time.',
  DUPLICATE_SERIES: 'Give every column a unique name.',
}
