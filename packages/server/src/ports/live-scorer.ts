import type {
  LiveFinding,
  LiveLogFinding,
  LiveLogs,
  LiveOptions,
  LiveRates,
  LiveSeriesKey,
  LiveValueType,
  SeriesKey,
  TemplateCounts,
} from '@omen/engine'
import type { StoredModel } from './compute.ts'
import type { LogBatch } from './log-lines.ts'
import type { LiveScoreRows, PointGrid } from './point-store.ts'

export type ReportedFinding = LiveFinding | LiveLogFinding

/** What rows brought; `series` numbers are places in the order in which the series were added. */
export interface LiveResult {
  readonly changed: ReportedFinding[]
  /** Keys of findings that have become part of another. */
  readonly removed: string[]
  readonly scores: LiveScoreRows
  readonly trust: 'none' | 'low' | 'medium' | 'high'
  /** Which series are read as rates, where that is new. */
  readonly rates: LiveRates | undefined
}

/** What rows of log lines brought. */
export interface LogRowsResult extends LiveResult {
  /** Series that begin with these rows. */
  readonly added: SeriesKey[]
  /** The lines a row of every series, in their order; NaN where a series has no value. */
  readonly columns: Float64Array[]
  /** All lines of the rows. */
  readonly lines: TemplateCounts
}

/** The templates of a project that changed; see `LiveLogs`. */
export type ChangedTemplates = ReturnType<LiveLogs['takeTemplates']>

/** A trained model that takes part; `key` tells it from others. */
export interface UsedModel extends StoredModel {
  readonly key: string
}

/** A detector continues from a saved state, with the model that was in use when it was saved. */
export interface LiveStart {
  readonly state?: Uint8Array | undefined
  readonly model?: UsedModel | undefined
}

/** The detector of one project, which runs in the thread of the scorer. */
export interface ProjectDetector {
  /** Findings that may still change, as the state holds them that the detector was opened with. */
  readonly standing: ReportedFinding[]
  readonly seriesCount: number
  /** Of log lines: the series of the state, in their order. */
  readonly logSeries: SeriesKey[]
  addSeries(series: readonly LiveSeriesKey[]): Promise<void>
  /** What senders say of the series so far, in their order. */
  declareTypes(types: readonly LiveValueType[]): Promise<void>
  /** Takes lines of rows that `pushLogRows` is to end. */
  pushLines(lines: LogBatch): Promise<void>
  /** Ends rows, by the times of their beginnings, and scores the counts of their lines. */
  pushLogRows(times: Float64Array): Promise<LogRowsResult>
  /** Ends rows without scoring them; lines of templates that the state did not have are counted as template 0. */
  countLogRows(times: Float64Array): Promise<TemplateCounts>
  takeTemplates(): Promise<ChangedTemplates>
  /** Templates of which every line is a finding, in place of those named before. */
  watchTemplates(critical: readonly number[]): Promise<void>
  /** Has a model take part from the next row on; none where it is undefined. */
  useModel(model: UsedModel | undefined): Promise<void>
  /** Learns rows of the past, `rowMs` apart, which come to no scores and no findings. */
  learn(rows: PointGrid, rowMs: number): Promise<void>
  /** Rows in the order of their times, with a column for each series. */
  push(rows: PointGrid): Promise<LiveResult>
  /** From which `open` goes on as if nothing had happened. */
  save(): Promise<Uint8Array>
  /** Frees the detector; does nothing if it is closed already. */
  close(): Promise<void>
}

/** Scores live data in a thread of its own, so that it never waits behind a training. */
export interface LiveScorer {
  /** Rejects for a state of another version or another interval. */
  open(options: LiveOptions & { readonly ofLogs?: boolean }, start?: LiveStart): Promise<ProjectDetector>
  close(): Promise<void>
}
