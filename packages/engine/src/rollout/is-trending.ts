import { fitTrend } from '../stats/trend.ts'

/**
 * Errors that a slope, or a difference of slopes, is certain at. Fitted on simulated rollouts: together with
 * `RANK_PART`: false verdicts beyond 5 % count five times what is missed.
 */
const CERTAIN = 1.4
const CLEARLY = 2.5
/**
 * A trend that makes this part of a shift may have made all of it. Fitted on simulated rollouts: together with
 * `RANK_PART`: false verdicts beyond 5 % count five times what is missed.
 */
const ENOUGH = 0.5

/** Whether the values began to move, or to move much faster, with the second window: what a leak looks like. */
export function beginsToMove(before: Float64Array, after: Float64Array): boolean {
  const [first, second] = [fitTrend(before), fitTrend(after)]
  const change = Math.abs(second.slope - first.slope)
  return Math.abs(second.slope) > Math.abs(first.slope) && change > CLEARLY * Math.hypot(first.error, second.error)
}

/**
 * Whether both windows rise (or fall) all along, as a shift does, so that it may be what was going on anyway: a daily rhythm, a growing
 * load. Not where that began with the rollout.
 */
export function isTrending(before: Float64Array, after: Float64Array, shift: number): boolean {
  const [first, second] = [fitTrend(before), fitTrend(after)]
  const slope = first.slope / 2 + second.slope / 2
  const error = Math.hypot(first.error, second.error) / 2
  if (!(slope * Math.sign(shift) > CERTAIN * error) || beginsToMove(before, after)) return false
  return Math.abs(slope) * (before.length / 2 + after.length / 2) >= ENOUGH * Math.abs(shift)
}
