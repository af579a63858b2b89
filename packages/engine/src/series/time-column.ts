import { type BadTime, readTime } from './bad-time.ts'
import { CsvProblem, type TimestampUnit } from './csv-report.ts'
import type { DateOrder } from './parse-date.ts'
import { epochTime } from './parse-timestamp.ts'

/** Reads the times of one column. The first time that is read decides on the unit of all. */
export type TimeColumn = {
  readonly unit: TimestampUnit | undefined
  /** False once a time without a zone was read. */
  readonly hasZone: boolean
  /** True once a time was read that is no epoch number. */
  readonly isText: boolean
  /** Epoch milliseconds, or why the cell is not a time. Throws CsvProblem for a time in another unit than those before it. */
  read(cell: string, line: number): number | BadTime
  /** Epoch milliseconds of a number in the unit of the column; undefined where `read` has to decide. */
  readNumber(value: number): number | undefined
}

/** How units are called in sentences. */
export const TIMESTAMP_UNIT_NAMES: Readonly<Record<TimestampUnit, string>> = {
  s: 'epoch seconds',
  ms: 'epoch milliseconds',
  us: 'epoch microseconds',
  ns: 'epoch nanoseconds',
  iso: 'ISO 8601',
  dayFirst: 'dates with the day first',
  monthFirst: 'dates with the month first',
  date: 'dates',
}

const EPOCH_UNITS: ReadonlySet<TimestampUnit> = new Set(['s', 'ms', 'us', 'ns'])

/** A reader for the column at `index`, which counts from 0, with the order of day and month if the file has one. */
export function createTimeColumn(index: number, order?: DateOrder): TimeColumn {
  let unit: TimestampUnit | undefined
  let isText = false
  let hasZone = true
  return {
    get unit() {
      return unit
    },
    get hasZone() {
      return hasZone
    },
    get isText() {
      return isText
    },
    read(cell, line) {
      const time = readTime(cell, order)
      if ('reason' in time) return time
      unit ??= time.unit
      if (time.unit !== unit) throw mixedUnits(time.unit, unit, line, index + 1)
      isText = !EPOCH_UNITS.has(unit)
      hasZone &&= time.hasZone
      return time.ms
    },
    readNumber(value) {
      // A double cannot hold nanoseconds
      const time = unit === 'ns' ? undefined : epochTime(value)
      return time?.unit === unit ? time?.ms : undefined
    },
  }
}

/** Nobody can say which of both units is meant, as each time is one of 1990 to 2099 in its own. */
function mixedUnits(unit: TimestampUnit, unitBefore: TimestampUnit, line: number, column: number): CsvProblem {
  const reason = `the timestamp is ${TIMESTAMP_UNIT_NAMES[unit]}, those before it are ${TIMESTAMP_UNIT_NAMES[unitBefore]}`
  return new CsvProblem('MIXED_TIMESTAMPS', line, column, reason, { unit, unitBefore })
}
