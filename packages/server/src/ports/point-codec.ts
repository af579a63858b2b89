import type { EncodedBlock } from './point-store.ts'

/** Scores of consecutive rows, one column per series; `series` are the numbers in the point store. */
export interface SeriesScores {
  readonly series: readonly number[]
  readonly probability: readonly Float32Array[]
  readonly side: readonly Int8Array[]
  readonly low: readonly Float32Array[]
  readonly high: readonly Float32Array[]
}

/** Turns columns into blocks of a point store. Worker threads import an implementation by themselves. */
export interface PointCodec {
  encodePoints(times: Float64Array, columns: readonly Float64Array[]): EncodedBlock
  encodeScores(times: Float64Array, scores: SeriesScores): EncodedBlock
  encodeRowScores(times: Float64Array, probability: Float64Array, direction: Int8Array): EncodedBlock
}
