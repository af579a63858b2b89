import { sortPresent } from './quantile.ts'
import { studentTwoSided } from './student.ts'

/** How two samples are ordered to each other. */
export type RankComparison = {
  /** Cliff's delta: P(second > first) − P(second < first), from −1 to 1. */
  delta: number
  /** Probability of at least such a difference between samples of one distribution. */
  probability: number
  /** Spread of delta under that assumption. */
  spread: number
}

/**
 * Rank test of two samples with ties (Mann and Whitney 1947; delta of Cliff 1993), for samples worth `sizes` independent values each.
 * NaN is left out. No difference for an empty sample.
 */
export function mannWhitney(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  sizes: readonly [number, number],
): RankComparison {
  const a = sortPresent(first)
  const b = sortPresent(second)
  if (a.length === 0 || b.length === 0) return { delta: 0, probability: 1, spread: 1 }
  const { above, below, tied } = compareSorted(a, b)
  const delta = (above - below) / (a.length * b.length)
  const spread = Math.sqrt(((1 / sizes[0] + 1 / sizes[1]) / 3) * (1 - tied))
  const freedom = Math.max(1, sizes[0] + sizes[1] - 2)
  return { delta, spread, probability: spread > 0 ? studentTwoSided(delta / spread, freedom) : 1 }
}

/** Pairs where the second is above or below the first, and the part of the rank variance that ties take away. */
function compareSorted(a: Float64Array, b: Float64Array): { above: number; below: number; tied: number } {
  let above = 0
  let below = 0
  let cubes = 0
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const value = Math.min(a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY)
    const fromI = i
    const fromJ = j
    while (i < a.length && a[i] === value) i++
    while (j < b.length && b[j] === value) j++
    above += (j - fromJ) * fromI
    below += (i - fromI) * fromJ
    cubes += (i - fromI + j - fromJ) ** 3 - (i - fromI + j - fromJ)
  }
  const count = a.length + b.length
  return { above, below, tied: Math.min(1, cubes / (count ** 3 - count)) }
}
