import type { StaticBarsProps, StaticChartProps, StaticLanesProps, StaticSparkProps } from '@omen/charts/static'
import type {
  CauseOptions,
  CauseRanking,
  CsvProblemCode,
  CsvReasonValues,
  CsvReport,
  ExtractionState,
  GapFinding,
  Insufficient,
  Interval,
  LiveOptions,
  LivePeriod,
  LogFinding,
  ModelDisplay,
  ModelType,
  Period,
  PeriodParts,
  PredictionHistory,
  PredictionRule,
  Segment,
  SeriesKey,
  SilentRows,
  SpanRequest,
} from '@omen/engine'
import type { LogEncoding, SeriesForecast } from '../schema/wire-types.ts'
import type {
  PeersCompared,
  PeerTask,
  RolloutCompared,
  RolloutTask,
  SameDataTask,
  SameDataVersions,
} from './comparisons.ts'
import type { FileSource } from './file-store.ts'
import type {
  EncodedBlock,
  LiveScoreRows,
  PointColumns,
  PointGrid,
  PointStatistics,
  RowScores,
  ScoreColumns,
} from './point-store.ts'

export interface ParseLimits {
  readonly maxColumns: number
  readonly maxLineBytes: number
  readonly maxDecompressedBytes: number
  /** Ratio of decompressed to received bytes, checked beyond 64 MiB of decompressed data. */
  readonly maxCompressionRatio: number
  readonly maxCells: number
  readonly maxRows: number
  /** Rows with the time of another row. */
  readonly maxDuplicates: number
}

export interface ParseTask {
  readonly source: FileSource
  readonly limits: ParseLimits
  /** Called for one block after the other; the parser waits for it. */
  onBlock(block: EncodedBlock): Promise<void>
}

export type RefusalCode = CsvProblemCode | 'GZIP_DAMAGED' | 'DECOMPRESSED_TOO_LARGE' | 'TOO_MANY_CELLS'

/** The result of parsing a file. Gaps are intervals without any row, the first hundred. */
export type ParsedFile =
  | {
      readonly kind: 'metrics'
      readonly report: CsvReport
      /** Rows with distinct times. */
      readonly rows: number
      readonly intervalMs: number | null
      readonly gaps: readonly Interval[]
      /** All gaps, also those beyond the list. */
      readonly gapCount: number
      /** Of all rows read, before rows of the same time replaced each other. */
      readonly statistics: readonly PointStatistics[]
      /** Of the stored file; undefined if its end was not read. */
      readonly sha256: string | undefined
    }
  | { readonly kind: 'intervals'; readonly intervals: readonly Interval[] }
  | { readonly kind: 'logs'; readonly encoding: LogEncoding; readonly format: 'lines' | 'jsonLines' }
  | {
      readonly kind: 'refused'
      readonly code: RefusalCode
      readonly line: number
      readonly column: number
      readonly reason: string
      readonly values?: CsvReasonValues
    }

export type ReadLogLimits = Pick<ParseLimits, 'maxDecompressedBytes' | 'maxCompressionRatio'>

export interface ReadLogTask {
  readonly source: FileSource
  readonly limits: ReadLogLimits
  /** Times without a year are of the year before this. */
  readonly now: number
  /** Takes records, one block after the other. */
  onBlock(block: EncodedBlock): Promise<void>
}

/** Times are numbers of lines where the file has none. */
export interface LogFileSummary {
  readonly encoding: LogEncoding
  readonly lines: number
  readonly records: number
  readonly cutLines: number
  /** With bytes that are no text of the encoding. */
  readonly badLines: number
  readonly hasTimes: boolean
  readonly from: number
  readonly to: number
  readonly bucketMs: number
  readonly forgottenTemplates: number
  readonly droppedFindings: number
}

export interface ReadTemplate {
  readonly id: number
  readonly text: string
  readonly count: number
  readonly firstAt: number
  readonly lastAt: number
  readonly example: string
  readonly isError: boolean
}

/** A file read as a log; `line` of a finding is its number in the file. */
export type ReadLog =
  | {
      readonly kind: 'log'
      readonly summary: LogFileSummary
      readonly templates: readonly ReadTemplate[]
      readonly findings: readonly LogFinding[]
    }
  | Extract<ParsedFile, { kind: 'refused' }>

/** A model in its stored form: a JSON header and binary weights. */
export interface StoredModel {
  readonly header: unknown
  readonly weights: Uint8Array
}

/** Points as read from the store; the engine aligns them on its grid. */
export interface FrameInput extends PointColumns {
  readonly series: readonly SeriesKey[]
}

export interface TrainTask {
  readonly frame: FrameInput
  readonly modelType: ModelType
  readonly exclude: readonly Interval[]
  /** Of the clocks that its rhythms follow; UTC without one, and that of the model that is updated. */
  readonly timeZone?: string | undefined
  /** A model to update; without it a new model is trained. */
  readonly base?: StoredModel
}

export type TrainOutcome =
  | { readonly kind: 'model'; readonly model: StoredModel; readonly summary: TrainedSummary }
  | Insufficient

export interface TrainedSummary {
  readonly series: readonly SeriesKey[]
  readonly intervalMs: number
  readonly trainedFrom: number
  readonly trainedTo: number
  readonly rows: number
  readonly calibration: ModelDisplay['calibration']
}

/** Series in the model's order; `seriesNumbers` are their ids in the point store. */
export interface ScoreTask {
  readonly model: StoredModel
  readonly series: readonly SeriesKey[]
  readonly seriesNumbers: readonly number[]
  readonly pvalue: number
  readonly cvalue: number
  /** Rows searched for periods at once, and held besides the newest chunk. */
  readonly rowsAtOnce: number
}

export interface ScoredBlocks {
  readonly scores: EncodedBlock
  readonly rowScores: EncodedBlock
  readonly rows: number
}

/** The findings of a scored file. */
export interface Findings {
  readonly gaps: GapFinding[]
  /** What periods are put together from. */
  readonly found: PeriodParts
  /** Segments not searched for periods: they were found to belong to a gap after their scores had been released. */
  readonly left: Segment[]
}

/** Scores a file from its beginning to its end, chunk by chunk. */
export interface ScoringSession {
  push(columns: PointColumns): Promise<ScoredBlocks>
  /** Ends the session. */
  finish(): Promise<Findings>
  /** Ends the session without a result; does nothing if it has already ended. */
  close(): Promise<void>
}

/** `stepMs` is the interval of the file, 0 where it has none. */
export interface GapTask {
  readonly series: readonly SeriesKey[]
  readonly stepMs: number
}

/** Searches a file for gaps without a model: the whole file is read twice, in consecutive chunks. */
export interface GapSession {
  /** First pass, to estimate expected values. */
  survey(columns: PointColumns): Promise<void>
  /** Second pass, after the whole file was surveyed. */
  search(columns: PointColumns): Promise<void>
  /** Ends the session. */
  finish(): Promise<GapFinding[]>
  /** Ends the session without a result; does nothing if it has already ended. */
  close(): Promise<void>
}

type Plain<Props> = Omit<Props, 'labels' | 'tokens' | 'locale'>

/** The contents of a chart as plain data; words and colours are chosen where it is drawn. */
export interface DrawTask {
  readonly locale: 'en' | 'zh-CN'
  /** Neutral: on a transparent ground, to be seen on white as on dark. */
  readonly theme: 'light' | 'dark' | 'neutral'
  readonly picture:
    | { readonly kind: 'metric'; readonly props: Plain<StaticChartProps> }
    | { readonly kind: 'lanes'; readonly props: Omit<StaticLanesProps, 'tokens' | 'locale'> }
    | { readonly kind: 'spark'; readonly props: Omit<StaticSparkProps, 'tokens'> }
    | { readonly kind: 'bars'; readonly props: Omit<StaticBarsProps, 'tokens'> }
}

export interface PaintTask {
  readonly pictures: readonly DrawTask[]
  /** Pixels of the picture for one of the drawing. */
  readonly scale: number
}

/** `found`: what was found before in other rows of the file. */
export interface ExtractionTask {
  readonly model: StoredModel
  /** In the model's order. */
  readonly series: readonly SeriesKey[]
  readonly pvalue: number
  readonly cvalue: number
  readonly rowsAtOnce: number
  readonly found: PeriodParts
}

/** Segments, looked through one by one; points and scores hold exactly the rows of all of them. */
export interface SegmentRows {
  readonly segments: readonly Segment[]
  readonly points: PointColumns
  readonly scores: ScoreColumns
  readonly rowScores: RowScores
}

/** Puts the periods of a file together from its stored scores, in a thread that keeps what was found in between. */
export interface ExtractionSession {
  /** In which a period can lie, by the joint probability of each row of the file. */
  segments(probability: Float64Array, gaps: readonly SilentRows[]): Promise<Segment[]>
  /** Looks through segments. */
  find(rows: SegmentRows): Promise<void>
  /** Joins what was found; returns which rows have to be described as one. */
  plan(probability: Float64Array): Promise<SpanRequest[]>
  /** Segments of these rows in their order; `requests` are the indexes of what each belongs to. */
  describe(rows: SegmentRows, requests: readonly number[]): Promise<void>
  /** The periods by time, some at once; none after the last. */
  next(): Promise<Period[]>
  /** Ends the session; does nothing if it has already ended. */
  close(): Promise<void>
}

/** A series of a project, as it is read. */
export interface ReadSeries {
  readonly number: number
  readonly key: SeriesKey
  /** By its increase per second. */
  readonly isRate: boolean
  /** Scores before are of another reading; null where there is none. */
  readonly readSince: number | null
}

/** Rows of some series of a project, with the scores that were stored of them. */
export interface LiveExtractionTask {
  readonly stepMs: number
  /** What the scores were made with. */
  readonly scored: Sensitivity
  readonly wanted: Sensitivity
  /** All series of the project. */
  readonly series: readonly ReadSeries[]
  /** Those of the grid's columns. */
  readonly numbers: readonly number[]
  readonly grid: PointGrid
  readonly scores: LiveScoreRows
  /** Of the project's live detector; undefined where there is none, or nothing is needed of it. */
  readonly liveState: Uint8Array | undefined
  /** What an extraction of the rows before goes on from. */
  readonly before: ExtractedBefore | undefined
  /** Rows up to this time will not change. */
  readonly settledTo: number
  /** Periods that ended before it are not needed. */
  readonly from: number
}

type Sensitivity = Pick<LiveOptions, 'pvalue' | 'cvalue'>

/** As of the rows that will not change. */
export interface ExtractedBefore {
  readonly extraction: ExtractionState
  /** Series that are evaluated by their rate. */
  readonly counters: ReadonlySet<string>
}

export interface LiveExtracted {
  /** By start. */
  readonly periods: LivePeriod[]
  readonly settled: ExtractedBefore
}

/** Series on a grid. */
export interface ForecastTask {
  /** End of each step of the history. */
  readonly times: Float64Array
  readonly stepMs: number
  /** Steps ahead. */
  readonly steps: number
  /** Of the clocks that seasons follow; UTC without one. */
  readonly timeZone?: string | undefined
  /** Share of later values that a range is to hold. */
  readonly level: number
  readonly series: readonly {
    /** NaN where a step has none. */
    readonly values: Float64Array
    readonly isPercent: boolean
  }[]
}

/** Of one series; the curves have a value for each step after the grid, fewer where there is too little history for all. */
export type ForecastOutcome =
  | {
      readonly kind: 'forecast'
      readonly curves: Omit<SeriesForecast, 'seriesId' | 'outlook'>
      /** The last value, and the least and largest one. */
      readonly last: number
      readonly range: { readonly low: number; readonly high: number }
    }
  | { readonly kind: 'short'; readonly need: number; readonly got: number }
  | { readonly kind: 'silent' }

/** Series on a grid around an incident, and what is known beside them. */
export interface CauseTask {
  readonly times: Float64Array
  readonly stepMs: number
  readonly series: readonly SeriesKey[]
  readonly columns: readonly Float64Array[]
  readonly incident: Interval
  readonly options: CauseOptions
}

export interface RuleTask {
  readonly history: PredictionHistory
  readonly existing: readonly PredictionRule[]
}

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined
  onProgress?(done: number, total: number): void
}

/** Part of a job runs where jobs do, so that it does not keep a waiting person's request from its thread. */
export interface LaneOptions extends TaskOptions {
  readonly inJob?: boolean
}

export type ProcessorMeter = (processorMs: number) => void

/** The mathematics, off the thread that answers requests. An aborted task rejects with the signal's reason. */
export interface Compute {
  parse(task: ParseTask, options?: TaskOptions): Promise<ParsedFile>
  /** Reads a file twice; progress counts the bytes of both times. */
  readLog(task: ReadLogTask, options?: TaskOptions): Promise<ReadLog>
  train(task: TrainTask, options?: TaskOptions): Promise<TrainOutcome>
  openScorer(task: ScoreTask, options?: TaskOptions): Promise<ScoringSession>
  openExtraction(task: ExtractionTask, options?: LaneOptions): Promise<ExtractionSession>
  /** The periods of stored live scores for another pvalue or cvalue. */
  extractLive(task: LiveExtractionTask, options?: TaskOptions): Promise<LiveExtracted>
  openGapSearch(task: GapTask, options?: TaskOptions): Promise<GapSession>
  display(model: StoredModel): Promise<ModelDisplay>
  forecast(task: ForecastTask, options?: TaskOptions): Promise<ForecastOutcome[]>
  comparePeers(task: PeerTask, options?: TaskOptions): Promise<PeersCompared>
  checkRollout(task: RolloutTask, options?: TaskOptions): Promise<RolloutCompared>
  compareOnSameData(task: SameDataTask, options?: TaskOptions): Promise<SameDataVersions>
  /** The causes of an incident; insufficient where too little stands before it. */
  rankCauses(task: CauseTask, options?: TaskOptions): Promise<CauseRanking | Insufficient>
  /** What announces incidents; rules that exist are left out. */
  learnRules(task: RuleTask, options?: TaskOptions): Promise<PredictionRule[]>
  /** An SVG. */
  draw(task: DrawTask, options?: TaskOptions): Promise<string>
  /** The same as PNGs, in the order of the task. Text is left out: the machine may have no font, and no language is in all fonts. */
  paint(task: PaintTask, options?: TaskOptions): Promise<Uint8Array[]>
  /**
   * The same, with a meter that is called after each task with the processor time of its thread, in ms; for an aborted task
   * with the time since it was submitted.
   */
  metered(meter: ProcessorMeter): Compute
  close(): Promise<void>
}
