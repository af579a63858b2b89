import type { ScoredChunk } from '@omen/engine'

/** Rows `[from, to)` of scores, as views on the same memory. */
export function sliceScores(scored: ScoredChunk, from: number, to: number): ScoredChunk {
  return {
    times: scored.times.subarray(from, to),
    probability: scored.probability.subarray(from, to),
    direction: scored.direction.subarray(from, to),
    seriesProbability: scored.seriesProbability.map((column) => column.subarray(from, to)),
    seriesSide: scored.seriesSide.map((column) => column.subarray(from, to)),
    expectedLow: scored.expectedLow.map((column) => column.subarray(from, to)),
    expectedHigh: scored.expectedHigh.map((column) => column.subarray(from, to)),
  }
}
