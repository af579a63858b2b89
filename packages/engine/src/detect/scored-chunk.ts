/**
 * Scores of consecutive rows. Probabilities are tail probabilities: how often normal data are at least this anomalous.
 * NaN where nothing was observed. The expected band covers 99 % of normal values, in the units of the series.
 */
export type ScoredChunk = {
  times: Float64Array
  /** Joint tail probability per row. */
  probability: Float64Array
  /** 1: above normal, -1: below, 0: nothing observed. */
  direction: Int8Array
  /** Per series, in the model's order. */
  seriesProbability: Float32Array[]
  seriesSide: Int8Array[]
  expectedLow: Float32Array[]
  expectedHigh: Float32Array[]
}

/** The expected range leaves out this part of normal values. */
export const OUTSIDE_BAND = 0.01
