import { CsvProblem } from '@omen/engine/series'
import { UsageError } from '../failures.ts'
import { csvFailure } from '../io/csv-failure.ts'
import { IgnoredColumnProblem } from '../score/table-reader.ts'

/** The failure of a table that could not be scored: a CliError for a CsvProblem, a UsageError for an ignored column, else the error. */
export function tableFailure(name: string, error: unknown): unknown {
  if (error instanceof IgnoredColumnProblem) return new UsageError(`--ignore ${error.message}`, error.hint)
  return error instanceof CsvProblem ? csvFailure(name, error) : error
}
