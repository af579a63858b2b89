/** Fewer equal values in a row happen in any data. */
export const SHORTEST_STILL = 8
/** The repeats have to be less likely than this, given how often a value repeats. */
const UNLIKELY = 1e-9

/** Rows of equal values that are a finding: at least 8, twice as many as ever before, and less likely than 1e-9 by the part of rows that repeat the one before. */
export function rowsNeededToBeStill({ repeats, longestRun }: { repeats: number; longestRun: number }): number {
  const share = Math.min(0.999, Math.max(repeats, 0.02))
  return Math.max(SHORTEST_STILL, 2 * longestRun, Math.ceil(Math.log(UNLIKELY) / Math.log(share)))
}
