import type {
  CsvProblemCode,
  CsvReport,
  GapFinding,
  Interval,
  ModelDisplay,
  ModelType,
  Period,
  SeriesKey,
} from '@omen/engine'
import type { EncodedBlock, PointColumns, PointStatistics, RowScores, ScoreColumns } from './point-store.ts'

export interface ParseLimits {
  readonly maxColumns: number
  readonly maxLineBytes: number
  readonly maxDecompressedBytes: number
  readonly maxCells: number
}

export interface ParseTask {
  readonly path: string
  readonly limits: ParseLimits
  /** Called for one block after the other; the parser waits for it. */
  onBlock(block: EncodedBlock): Promise<void>
}

export type RefusalCode = CsvProblemCode | 'GZIP_DAMAGED' | 'DECOMPRESSED_TOO_LARGE' | 'TOO_MANY_CELLS'

/** What a file turned out to be. Gaps are stretches without any row, the first hundred of them. */
export type ParsedFile =
  | {
      readonly kind: 'metrics'
      readonly report: CsvReport
      /** Rows with a time of their own. */
      readonly rows: number
      readonly intervalMs: number | null
      readonly gaps: readonly Interval[]
      /** Of all rows that were read, before rows of the same time replaced each other. */
      readonly statistics: readonly PointStatistics[]
    }
  | { readonly kind: 'intervals'; readonly intervals: readonly Interval[] }
  | { readonly kind: 'logs' }
  | {
      readonly kind: 'refused'
      readonly code: RefusalCode
      readonly line: number
      readonly column: number
      readonly reason: string
    }

/** A model as it is kept: JSON and numbers. */
export interface StoredModel {
  readonly header: unknown
  readonly weights: Uint8Array
}

/** Points as the store gave them; the engine puts them on its grid. */
export interface FrameInput extends PointColumns {
  readonly series: readonly SeriesKey[]
}

export interface LearnTask {
  readonly frame: FrameInput
  readonly modelType: ModelType
  readonly exclude: readonly Interval[]
  /** Learn more instead of anew. */
  readonly base?: StoredModel
}

export type Learned =
  | { readonly kind: 'model'; readonly model: StoredModel; readonly summary: LearnedSummary }
  | { readonly kind: 'insufficient'; readonly need: number; readonly got: number; readonly reason: string }

export interface LearnedSummary {
  readonly series: readonly SeriesKey[]
  readonly intervalMs: number
  readonly trainedFrom: number
  readonly trainedTo: number
  readonly rows: number
  readonly calibration: ModelDisplay['calibration']
}

/** Series in the order of the model; `places` are their ids in the point store. */
export interface ScoreTask {
  readonly model: StoredModel
  readonly series: readonly SeriesKey[]
  readonly places: readonly number[]
  readonly pvalue: number
  readonly cvalue: number
  /** So many rows are looked through for periods at once, and held besides the newest chunk. */
  readonly rowsAtOnce: number
}

export interface ScoredBlocks {
  readonly scores: EncodedBlock
  readonly rowScores: EncodedBlock
  readonly rows: number
}

/** What was found in all that was scored. */
export interface Findings {
  readonly gaps: GapFinding[]
  /** In the order of their rows. */
  readonly periods: Period[]
  /** Not looked through for periods: that they belong to a gap was only known when their scores were gone. */
  readonly left: Segment[]
}

/** Scores a file from its beginning to its end, chunk by chunk. */
export interface ScoringSession {
  push(columns: PointColumns): Promise<ScoredBlocks>
  /** Ends the session. */
  finish(): Promise<Findings>
  /** Ends the session without an outcome; nothing where it has ended. */
  close(): Promise<void>
}

/** Rows `[from, to)` of a file. */
export interface Segment {
  readonly from: number
  readonly to: number
}

export interface PeriodTask {
  readonly model: StoredModel
  /** Looked through one by one; frame and scores hold the rows of all of them and no other. */
  readonly segments: readonly Segment[]
  readonly frame: FrameInput
  readonly scores: ScoreColumns
  readonly rowScores: RowScores
  readonly pvalue: number
  readonly cvalue: number
}

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined
  onProgress?(done: number, total: number): void
}

/** The mathematics, off the thread that answers requests. An aborted task rejects with the signal's reason. */
export interface Compute {
  parse(task: ParseTask, options?: TaskOptions): Promise<ParsedFile>
  learn(task: LearnTask, options?: TaskOptions): Promise<Learned>
  openScorer(task: ScoreTask, options?: TaskOptions): Promise<ScoringSession>
  findPeriods(task: PeriodTask, options?: TaskOptions): Promise<Period[]>
  /** Without a model to say what is usual. */
  findGaps(frame: FrameInput, options?: TaskOptions): Promise<GapFinding[]>
  display(model: StoredModel): Promise<ModelDisplay>
  close(): Promise<void>
}
