export type { BadTime } from './bad-time.ts'
export { describeBadTime, readTime } from './bad-time.ts'
export { buildFrame } from './build-frame.ts'
export { findTimeColumns } from './column-roles.ts'
export type { CsvDelimiter, DecimalMark } from './csv-format.ts'
export { DELIMITER_CHARACTERS } from './csv-format.ts'
export type { CsvParser, CsvParserOptions } from './csv-parser.ts'
export { createCsvParser, leftOutNotes } from './csv-parser.ts'
export type {
  CsvBatch,
  CsvLimits,
  CsvProblemCode,
  CsvReasonValues,
  CsvReject,
  CsvRejectCode,
  CsvReport,
  LeftOutColumn,
  TimestampUnit,
} from './csv-report.ts'
export { CsvProblem } from './csv-report.ts'
export { findStepMs } from './find-step.ts'
export type { FirstLines, HeldLine } from './first-lines.ts'
export { createFirstLines } from './first-lines.ts'
export type { Alignment, Frame, SeriesKey } from './frame.ts'
export { alignFrame, filterSeries, selectColumns, sliceFrame } from './frame.ts'
export { nameOnInstance } from './name-on-instance.ts'
export type { Interval } from './parse-intervals.ts'
export { parseIntervals, startsIntervals } from './parse-intervals.ts'
export { isTimeInRange, parseTimestamp } from './parse-timestamp.ts'
export type { CsvHeader } from './read-header.ts'
export { fitFields, noTimeColumn } from './read-header.ts'
export type { ReducedSeries } from './reduce-min-max.ts'
export { reduceMinMax } from './reduce-min-max.ts'
export type { RejectedRun } from './rejected-runs.ts'
export type { NumberScan } from './scan-number.ts'
export { createNumberScan, readNumber } from './scan-number.ts'
export { parseSeriesName } from './series-name.ts'
export { splitQuoted } from './split-quoted.ts'
export { createTimeColumn, TIMESTAMP_UNIT_NAMES } from './time-column.ts'
