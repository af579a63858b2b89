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

/** Rows of some stretches (few), or of some times (some thousands); nothing given is all of them. They come by time. */
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

export interface Reduction extends TimeSpan {
  readonly series: readonly number[]
  readonly bucketMs: number
}

/** One value a bucket that has one; all columns have the same length. */
export interface ReducedPoints {
  readonly series: Uint32Array
  readonly bucket: Uint32Array
  readonly min: Float64Array
  readonly max: Float64Array
  readonly count: Uint32Array
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
 * Blocks go in through `codec`, which worker threads import by themselves. A dataset is written once and then only read; only
 * that of a project, `p_…`, is also written after it was read.
 */
export interface PointStore {
  insertPoints(dataset: string, block: EncodedBlock): Promise<void>
  insertScores(dataset: string, block: EncodedBlock): Promise<void>
  insertRowScores(dataset: string, block: EncodedBlock): Promise<void>

  readTimes(dataset: string, selection?: Selection): Promise<Float64Array>
  readPoints(dataset: string, series: readonly number[], selection?: Selection): Promise<PointColumns>
  readScores(dataset: string, series: readonly number[], selection?: Selection): Promise<ScoreColumns>
  readRowScores(dataset: string, selection?: Selection): Promise<RowScores>

  reducePoints(dataset: string, reduction: Reduction): Promise<ReducedPoints>
  /** Of each bucket's flagged points (below `threshold`) the least probable one is kept, with its value from `points`. */
  reduceScores(dataset: string, points: string, threshold: number, reduction: Reduction): Promise<ReducedScores>
  reduceRowScores(dataset: string, reduction: Omit<Reduction, 'series'>): Promise<ReducedRowScores>
  describe(dataset: string): Promise<PointStatistics[]>

  /** Returns at once; the space is freed in the background. */
  drop(datasets: readonly string[]): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}
