import type { ChartLine } from '../model/chart-types.ts'
import { nearestIndex, stepOf, valueAt } from '../model/sample-lookup.ts'

/** Values of a line at a moment. */
export interface MomentReading {
  line: ChartLine
  index: number
  t: number
  min: number | null
  max: number | null
  expected: { low: number; high: number } | null
  score: number | null
  /** Samples behind the bucket. */
  count: number
}

/** The sample of a line nearest to t, or null if the line has none within one and a half steps of it. */
export function readMoment(line: ChartLine, t: number): MomentReading | null {
  const index = nearestIndex(line.times, t)
  if (index < 0) return null
  const at = line.times[index]!
  const reach = stepOf(line) * 1.5
  if (reach > 0 && Math.abs(at - t) > reach) return null
  const low = valueAt(line.expected?.low, index)
  const high = valueAt(line.expected?.high, index)
  const flagged = line.flagged?.find((point) => Math.abs(point.t - at) <= reach / 3)
  return {
    line,
    index,
    t: at,
    min: valueAt(line.min, index),
    max: valueAt(line.max, index),
    expected: low === null || high === null ? null : { low, high },
    score: valueAt(line.score, index) ?? flagged?.score ?? null,
    count: line.count?.[index] ?? 1,
  }
}
