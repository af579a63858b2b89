import { CsvProblem, type CsvReasonValues, type TimestampUnit } from './csv-report.ts'
import type { ReadTime } from './parse-timestamp.ts'

/** Plausible as a date in the other unit: between 1990 and 2100. */
const PLAUSIBLE_FROM = Date.UTC(1990, 0, 1)
const PLAUSIBLE_TO = Date.UTC(2100, 0, 1)

const unitNames: Record<TimestampUnit, string> = { ms: 'epoch milliseconds', s: 'epoch seconds', iso: 'ISO 8601' }

/**
 * Why a time cannot stand below others that are written in another unit; columns count from 1. Throws CsvProblem for the file where the time is
 * plausible as it is written: then nobody can say which of both units is meant.
 */
export function mixedUnit(
  time: ReadTime,
  before: TimestampUnit,
  { line, column }: { line: number; column: number },
): CsvReasonValues & { reason: string } {
  const values = { unit: time.unit, unitBefore: before }
  const reason = `the timestamp is ${unitNames[time.unit]}, those before it are ${unitNames[before]}`
  if (time.ms >= PLAUSIBLE_FROM && time.ms < PLAUSIBLE_TO)
    throw new CsvProblem('MIXED_TIMESTAMPS', line, column, `line ${line}: ${reason}`, values)
  return { reason, ...values }
}
