export const STEP_MS = 300_000
export const DAY_ROWS = 288
/** A Monday, at midnight. */
export const START = Date.UTC(2026, 0, 5)

/** A daily wave, 10 to either side of 50. */
export function dailyCurve(row: number): number {
  return 50 + 10 * Math.sin((2 * Math.PI * row) / DAY_ROWS)
}
