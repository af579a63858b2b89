import type { CsvReport, GapFinding, ModelDisplay, ModelHeader, ModelType, Period, SeriesKey } from '@omen/engine'
import type { EncodedBlock, PointColumns, RowScores, ScoreColumns } from './point-store.ts'

export interface ParseLimits {
  readonly maxColumns: number
  readonly maxLineBytes: number
  readonly maxDecompressedBytes: number
  readonly maxCells: number
}

export interface Stretch {
  readonly start: number
  readonly end: number
}

/** What a file turned out to be. Gaps are stretches without any row, the first hundred of them. */
export interface ParsedFile {
  readonly report: CsvReport
  readonly intervalMs: number | null
  readonly gaps: readonly Stretch[]
  readonly decompressedBytes: number
}

export interface ParseTask {
  readonly path: string
  readonly limits: ParseLimits
  /** Called for one block after the other; the parser waits for it. */
  onBlock(block: EncodedBlock): Promise<void>
}

export interface StoredModel {
  readonly header: ModelHeader
  readonly weights: Uint8Array
}

/** Points as the store gave them; the engine puts them on its grid. */
export interface FrameInput extends PointColumns {
  readonly series: readonly SeriesKey[]
}

export interface LearnTask {
  readonly frame: FrameInput
  readonly modelType: ModelType
  readonly exclude: readonly Stretch[]
  /** Learn more instead of anew. */
  readonly base?: StoredModel
}

export type Learned =
  | ({ readonly kind: 'model' } & StoredModel)
  | { readonly kind: 'insufficient'; readonly need: number; readonly got: number; readonly reason: string }

export interface ScoredBlocks {
  readonly scores: EncodedBlock
  readonly rowScores: EncodedBlock
  readonly rows: number
}

/** Scores a file from its beginning to its end, chunk by chunk. */
export interface ScoringSession {
  push(columns: PointColumns): Promise<ScoredBlocks>
  close(): Promise<void>
}

export interface PeriodTask {
  readonly model: StoredModel
  readonly frame: FrameInput
  readonly scores: ScoreColumns
  readonly rowScores: RowScores
  readonly pvalue: number
  readonly cvalue: number
}

export interface TaskOptions {
  readonly signal?: AbortSignal
  onProgress?(done: number, total: number): void
}

/** The mathematics, off the thread that answers requests. An aborted task rejects with the signal's reason. */
export interface Compute {
  parse(task: ParseTask, options?: TaskOptions): Promise<ParsedFile>
  learn(task: LearnTask, options?: TaskOptions): Promise<Learned>
  openScorer(model: StoredModel, stepMs: number | null, options?: TaskOptions): Promise<ScoringSession>
  findPeriods(task: PeriodTask, options?: TaskOptions): Promise<Period[]>
  findGaps(frame: FrameInput, model: StoredModel | undefined, options?: TaskOptions): Promise<GapFinding[]>
  display(model: StoredModel): Promise<ModelDisplay>
  close(): Promise<void>
}
