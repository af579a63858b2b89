import type { LogAnalysisStore } from './log-analysis-store.ts'
import type { LogStore } from './log-lines.ts'
import type { PointArchive } from './point-archive.ts'

/** Rows in the store's own wire format; built in a worker thread, so that the event loop never loops over values. */
export interface EncodedBlock {
  readonly rows: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Epoch milliseconds: `from` belongs to the range, `to` does not. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** Rows of some intervals (few), or of some times; all rows if omitted. Sorted by time. */
export type Selection = TimeSpan | readonly TimeSpan[] | { readonly times: Float64Array } | undefined

/** Columns of one dataset on its own times, in the order in which the series were asked for. NaN is a missing value. */
export interface PointColumns {
  readonly times: Float64Array
  readonly columns: readonly Float64Array[]
}

export interface ScoreColumns {
  readonly times: Float64Array
  readonly probability: Float32Array[]
  readonly side: Int8Array[]
  readonly low: Float32Array[]
  readonly high: Float32Array[]
}

/** The joint score of each row. */
export interface RowScores {
  readonly times: Float64Array
  readonly probability: Float64Array
  readonly direction: Int8Array
}

/** Buckets of one length from `from` on. */
export interface BucketSpan extends TimeSpan {
  readonly bucketMs: number
  /** What is later belongs to it. */
  readonly lastBucket?: number
}

export interface Reduction extends BucketSpan {
  readonly series: readonly number[]
}

export interface CountRequest extends BucketSpan {
  readonly series: number
  readonly degree: number
}

/** Of series with values in a span, on steps of `stepMs`; `rates` are read by their increase a second from step to step. */
export interface SummaryRequest extends TimeSpan {
  readonly stepMs: number
  readonly rates: readonly number[]
  /** How many steps a rate may be taken over. */
  readonly maxSteps: number
}

/** One value per series that has any; all columns have the same length. */
export interface PointSummaries {
  readonly series: Uint32Array
  /** Steps with a value, also of a series that is read by its rate. */
  readonly steps: Uint32Array
  readonly firstTime: Float64Array
  /** NaN where a series has no rate. */
  readonly min: Float64Array
  readonly max: Float64Array
  readonly mean: Float64Array
  readonly deviation: Float64Array
}

/** One value per non-empty bucket. */
export interface ScoreCounts {
  readonly bucket: Uint32Array
  readonly rows: Uint32Array
  readonly reached: Uint32Array
}

/** One value per non-empty bucket; all columns have the same length. */
export interface ReducedPoints {
  readonly series: Uint32Array
  readonly bucket: Uint32Array
  readonly min: Float64Array
  readonly max: Float64Array
  readonly count: Uint32Array
  /** Times of the first and the last value. */
  readonly first: Float64Array
  readonly last: Float64Array
}

/** `flaggedAt`, `flaggedValue` and `flaggedProbability` are NaN in buckets without a flagged point. */
export interface ReducedScores {
  readonly series: Uint32Array
  readonly bucket: Uint32Array
  readonly low: Float64Array
  readonly high: Float64Array
  readonly probability: Float64Array
  readonly side: Int8Array
  readonly flaggedAt: Float64Array
  readonly flaggedValue: Float64Array
}

export interface ReducedRowScores {
  readonly bucket: Uint32Array
  readonly probability: Float64Array
  readonly direction: Int8Array
}

export interface PointStatistics {
  readonly series: number
  readonly rows: number
  readonly present: number
  readonly min: number
  readonly max: number
  readonly mean: number
  readonly deviation: number
}

/**
 * Points of a source that collects, ragged: every row has its own series number and time (epoch milliseconds, 1970 to 2299).
 * The three columns have the same length. A value may be `SERIES_END` or `NO_NUMBER`.
 */
export interface LivePoints {
  readonly series: Uint32Array
  readonly times: Float64Array
  readonly values: Float64Array
}

/** Stands for a value where the sender says that a series ends: a marker of staleness of Prometheus. */
export const SERIES_END: number = Number.POSITIVE_INFINITY

/** Stands for a value that was sent and is no number, as of a summary without observations: its sender is there. */
export const NO_NUMBER: number = Number.NEGATIVE_INFINITY

/** Scores of live points; columns of the same length. Degrees are from -10 to 10, 1 at the threshold, below 0 under the expected range. */
export interface LiveScoreRows {
  /** `WHOLE_SOURCE` for the row over all series, and `MODEL_OF_SOURCE`, whose ranges are NaN. */
  readonly series: Uint32Array
  readonly times: Float64Array
  readonly degree: Float32Array
  readonly low: Float32Array
  readonly high: Float32Array
}

/** Columns of the same length; degrees as of scores. */
export type FlaggedScores = Pick<LiveScoreRows, 'series' | 'times' | 'degree'>

/** Stands for all series of a source together. */
export const WHOLE_SOURCE = 4_294_967_295

/** Stands for the trained model of a source: its degrees are -log10 of the probability of each row. */
export const MODEL_OF_SOURCE = 4_294_967_294

/** The degree furthest from 0 of each bucket; NaN where there is no range. */
export interface ReducedLiveScores {
  readonly series: Uint32Array
  readonly bucket: Uint32Array
  readonly degree: Float64Array
  readonly low: Float64Array
  readonly high: Float64Array
}

/** Step `k` starts at `times[k]`; one column a series asked for, in that order, with NaN where a step has no value. */
export interface PointGrid {
  readonly times: Float64Array
  readonly columns: readonly Float64Array[]
}

/** `from` and `to` are the times of the first and the last point, null where there is none. */
export interface LiveExtent {
  readonly points: number
  readonly from: number | null
  readonly to: number | null
}

/** The contents of a dataset over all tables: row counts, and an order-independent checksum (16 hexadecimal digits). */
export interface DatasetChecksum {
  readonly rows: number
  readonly checksum: string
}

/** The record made when a dataset was written; undefined if there is none. */
export type RecordedChecksum = (dataset: string) => Promise<DatasetChecksum | undefined>

/** Something that was set aside, where it stays until an operator deletes it. */
export type PointDamage = PartDamage | JournalDamage

/** A part of a table that cannot be read. */
export interface PartDamage {
  readonly kind: 'part'
  readonly table: string
  readonly part: string
  readonly reason: string
  readonly bytes: number
  /** The first and the last dataset in the part, by name; null where even that cannot be read. */
  readonly datasets: { readonly first: string; readonly last: string } | null
}

/** A file of acknowledged rows of which not all came into their table. */
export interface JournalDamage {
  readonly kind: 'journal'
  readonly table: string
  readonly part: string
  readonly reason: string
  readonly bytes: number
  /** Epoch ms: the rows came up to then, in the seconds before. */
  readonly writtenAt: number
}

/**
 * Blocks go in through a `PointCodec`. A dataset is written once and then only read; `append` adds to a source while it is
 * read. What a promise of an insert or an append acknowledges survives a power cut.
 *
 * Reads of a dataset reject with `DatasetDamagedError` where it holds less than was recorded or cannot be read.
 */
export interface PointStore extends LogStore, LogAnalysisStore {
  insertPoints(dataset: string, block: EncodedBlock): Promise<void>
  insertScores(dataset: string, block: EncodedBlock): Promise<void>
  insertRowScores(dataset: string, block: EncodedBlock): Promise<void>

  /**
   * Stores live points; small batches of many senders become one synced insert. Late and repeated points are fine: of points
   * with the same series and time the last one counts. A point whose value is NaN is left out. Rejects with `PointStoreBusyError` where too many wait.
   */
  append(source: string, points: LivePoints): Promise<void>
  /**
   * Resolves when all that was acknowledged for a source can be read. Rejects with `StoreFullError` while the disk is too full for that: reads then
   * leave out what came last, which must not be taken for silence.
   */
  settle(source: string): Promise<void>
  /**
   * Columns on a common grid, from a dataset or from live points: step `k` covers `from + k·stepMs` up to, and without, the
   * next step or the end of the span, and holds the last value in it that is a number. With marks, a step of live points without one holds `NO_NUMBER` if
   * that was sent, else `SERIES_END` if the series ended in the step before: a step may have both a value and an end.
   */
  readGrid(
    source: string,
    series: readonly number[],
    span: TimeSpan,
    stepMs: number,
    marks?: 'withMarks',
  ): Promise<PointGrid>

  /** Live points as they are, with the ends of series but without `NO_NUMBER`, sorted by series and time; undefined where there are more than `limit`. */
  readLive(source: string, series: readonly number[], span: TimeSpan, limit: number): Promise<LivePoints | undefined>
  /** Of live points, as `reducePoints`. */
  reduceLive(source: string, reduction: Reduction): Promise<ReducedPoints>
  /** Stores scores of live points, as `append` does; a repeated one replaces the one before. */
  appendScores(source: string, scores: LiveScoreRows): Promise<void>
  reduceLiveScores(source: string, reduction: Reduction): Promise<ReducedLiveScores>
  /** Scores as they are, sorted by series and time; undefined where there are more than `limit`. */
  readLiveScores(
    source: string,
    series: readonly number[],
    span: TimeSpan,
    limit: number,
  ): Promise<LiveScoreRows | undefined>
  /** Scores of single series beyond their threshold, by time; of more than `limit` the latest. */
  readFlagged(source: string, span: TimeSpan, limit: number): Promise<FlaggedScores>
  /** How many rows of a series have a score, and how many of them a degree of at least `degree`, by bucket from `from` on. */
  countLiveScores(source: string, request: CountRequest): Promise<ScoreCounts>
  /** In how many intervals of `stepMs` a source has live points. */
  countLiveRows(source: string, span: TimeSpan, stepMs: number): Promise<number>
  /** Statistics of all live points of a span, by series. */
  summariseLive(source: string, request: SummaryRequest): Promise<PointSummaries>
  /** How many live points a source has, and from when to when. */
  describeLive(source: string): Promise<LiveExtent>
  /** Copies the live points of a span, with their scores, to another source; again is the same. */
  copyLive(source: string, target: string, span: TimeSpan): Promise<void>
  /** Deletes the live points before a time, with their scores; the space is freed in the background. */
  deleteLiveBefore(source: string, time: number): Promise<void>

  readTimes(dataset: string, selection?: Selection): Promise<Float64Array>
  readPoints(dataset: string, series: readonly number[], selection?: Selection): Promise<PointColumns>
  readScores(dataset: string, series: readonly number[], selection?: Selection): Promise<ScoreColumns>
  readRowScores(dataset: string, selection?: Selection): Promise<RowScores>

  reducePoints(dataset: string, reduction: Reduction): Promise<ReducedPoints>
  /** Of each bucket's flagged points (below `threshold`) the least probable one is kept, with its value from `points`. */
  reduceScores(dataset: string, points: string, threshold: number, reduction: Reduction): Promise<ReducedScores>
  reduceRowScores(dataset: string, reduction: Omit<Reduction, 'series'>): Promise<ReducedRowScores>
  describe(dataset: string): Promise<PointStatistics[]>
  /** Statistics of a part of a dataset, by series. */
  summarise(dataset: string, request: SummaryRequest): Promise<PointSummaries>

  /** Of the present contents of a dataset; the writer records it after the last insert. */
  computeChecksum(dataset: string): Promise<DatasetChecksum>
  /** Reads all of a dataset and compares it with what was recorded; rejects with `DatasetDamagedError`. */
  verify(dataset: string): Promise<'intact' | 'unrecorded'>
  /** What was set aside because it could not be read. */
  damage(): Promise<PointDamage[]>
  /** Sets the parts of a dataset aside that cannot be read, so that its points can be inserted again. */
  setBrokenPartsAside(dataset: string): Promise<void>

  /** Returns at once; the space is freed in the background. Rejects on a full disk where rows may come later that were acknowledged before: it is then to be done again. */
  drop(datasets: readonly string[]): Promise<void>
  /** For backups. */
  readonly archive: PointArchive
  ping(): Promise<void>
  /** A small write; rejects if the store is not writable. */
  probe(): Promise<void>
  close(): Promise<void>
}
