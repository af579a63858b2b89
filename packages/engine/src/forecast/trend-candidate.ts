import { median } from '../stats/quantile.ts'
import { atEach, type Candidate } from './candidate.ts'

/** Blocks of the history whose medians give the slopes. */
const BLOCKS = 32

/**
 * A straight line through the last three horizons, its slope the median of the slopes between the medians of 32 blocks (Theil 1950,
 * Sen 1968), its height that of the last values.
 */
export const lineAhead: Candidate = atEach('trend', ({ cleaned }, origin, horizon) => {
  const length = Math.min(origin, Math.max(3 * horizon, 2 * BLOCKS))
  const size = Math.max(1, Math.floor(length / BLOCKS))
  const blocks = Math.floor(length / size)
  const from = origin - blocks * size
  const levels = Array.from({ length: blocks }, (_, k) =>
    median(cleaned.subarray(from + k * size, from + (k + 1) * size)),
  )
  const slope = theilSen(levels) / size
  const recent = cleaned.subarray(origin - Math.max(1, Math.min(size, 5)), origin)
  const height = median(recent.map((value, k) => value + slope * (recent.length - 1 - k)))
  return (step) => height + slope * (step + 1)
})

function theilSen(levels: readonly number[]): number {
  const slopes: number[] = []
  for (let a = 0; a < levels.length; a++)
    for (let b = a + 1; b < levels.length; b++) slopes.push((levels[b]! - levels[a]!) / (b - a))
  return slopes.length === 0 ? 0 : median(slopes)
}
