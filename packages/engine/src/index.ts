export type { Calibration, CalibrationPoint } from './detect/calibration.ts'
export { nominalRates } from './detect/calibration.ts'
export type { ModelDisplay, SeriesBand } from './detect/model-display.ts'
export type { ModelType } from './detect/model-type.ts'
export { modelTypes } from './detect/model-type.ts'
export type { FindingKind, GapFinding, Period, PeriodSeries } from './detect/period.ts'
export type { ScoredChunk } from './detect/scored-chunk.ts'
export type { SentenceParts, SentenceUnit } from './detect/sentence.ts'
export { buildFrame } from './series/build-frame.ts'
export type { CsvParser, CsvParserOptions } from './series/csv-parser.ts'
export { createCsvParser } from './series/csv-parser.ts'
export type {
  CsvBatch,
  CsvLimits,
  CsvProblemCode,
  CsvReject,
  CsvRejectCode,
  CsvReport,
  TimestampUnit,
} from './series/csv-report.ts'
export { CsvProblem } from './series/csv-report.ts'
export { findStepMs } from './series/find-step.ts'
export type { Alignment, Frame, SeriesKey } from './series/frame.ts'
export { alignFrame, sliceFrame } from './series/frame.ts'
export type { Interval } from './series/parse-intervals.ts'
export { parseIntervals } from './series/parse-intervals.ts'
export { parseSeriesName } from './series/series-name.ts'
