import { correlationTime } from '../stats/correlation-time.ts'
import { hodgesLehmann, type Shift } from '../stats/hodges-lehmann.ts'
import { kolmogorovSmirnov } from '../stats/kolmogorov-smirnov.ts'
import { mannWhitney } from '../stats/mann-whitney.ts'
import { studentDistance } from '../stats/student.ts'
import { fitTrend } from '../stats/trend.ts'

/** How the values after differ from those before. Probabilities are those of at least such a difference by chance. */
export type WindowComparison = {
  /** Hodges-Lehmann shift with its 95 % interval, in the unit of the values. */
  shift: Shift
  /** Cliff's delta and the rank test of Mann and Whitney. */
  rank: { delta: number; probability: number }
  /** Largest distance of the two distributions and the test of Kolmogorov and Smirnov. */
  distribution: { distance: number; probability: number }
  /** Independent values that each window is worth. */
  effective: { before: number; after: number }
  /** Both tests in one probability. */
  probability: number
  /** The smallest delta that these windows could have shown at 5 %. */
  visible: number
}

/**
 * The rank test finds what matters and gets most of what may be found by chance; the other is for changes without a
 * shift. Fitted on simulated rollouts.
 */
const RANK_PART = 0.9

/**
 * Compares two windows of one series, whose neighbouring values may be alike: tests and interval count as many values as the
 * correlation time leaves (Bayley and Hammersley 1946). A trend of the second window is left out of that time where it is part of the
 * difference (`isMoving`). NaN is left out.
 */
export function compareWindows(before: Float64Array, after: Float64Array, isMoving = false): WindowComparison {
  const time = correlationTime([before, isMoving ? withoutTrend(after) : after])
  const sizes = [countPresent(before) / time, countPresent(after) / time] as const
  const rank = mannWhitney(before, after, [Math.max(1, sizes[0]), Math.max(1, sizes[1])])
  const distribution = kolmogorovSmirnov(before, after, [Math.max(1, sizes[0]), Math.max(1, sizes[1])])
  const visible = studentDistance(0.05, Math.max(1, sizes[0] + sizes[1] - 2)) * rank.spread
  return {
    shift: hodgesLehmann(before, after, visible / 2),
    rank: { delta: rank.delta, probability: rank.probability },
    distribution,
    effective: { before: sizes[0], after: sizes[1] },
    probability: Math.min(1, rank.probability / RANK_PART, distribution.probability / (1 - RANK_PART)),
    visible,
  }
}

function withoutTrend(values: Float64Array): Float64Array {
  const { slope } = fitTrend(values)
  return values.map((value, row) => value - slope * row)
}

function countPresent(values: Float64Array): number {
  let count = 0
  for (const value of values) if (!Number.isNaN(value)) count++
  return count
}
