export type {
  ExtractedSeries,
  ExtractionState,
  LiveExtraction,
  LiveExtractionOptions,
  LivePeriod,
  ScoredRows,
} from './extract-live-periods.ts'
export { createLiveExtraction } from './extract-live-periods.ts'
export type { LiveDetector } from './live-detector.ts'
export { createLiveDetector } from './live-detector.ts'
export type {
  LiveFinding,
  LiveModel,
  LiveOptions,
  LiveRates,
  LiveRound,
  LiveRows,
  LiveScores,
  LiveSeriesKey,
  LiveState,
  LiveValueType,
} from './live-state.ts'
export type { LiveLogFinding, LiveLogLines, LiveLogState, LiveTemplate, LogDetail } from './logs/live-log.ts'
export type { LiveLogRows, LiveLogs } from './logs/live-logs.ts'
export { createLiveLogs } from './logs/live-logs.ts'
export type { TemplateCounts } from './logs/template-counts.ts'
export { hasErrorWords } from './logs/template-facts.ts'
export type { SeriesFacts } from './replay-series.ts'
export { readSeriesFacts } from './watched-series.ts'
