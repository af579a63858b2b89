import { sortPresent } from './quantile.ts'

/** The largest distance of two distribution functions, and the probability of at least that between samples of one distribution. */
export type DistributionComparison = { distance: number; probability: number }

/**
 * Two-sample test of Kolmogorov and Smirnov (1948), its limit corrected for small samples (Stephens 1970), for samples worth `sizes`
 * independent values each. NaN is left out. No difference for an empty sample.
 */
export function kolmogorovSmirnov(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  sizes: readonly [number, number],
): DistributionComparison {
  const a = sortPresent(first)
  const b = sortPresent(second)
  if (a.length === 0 || b.length === 0) return { distance: 0, probability: 1 }
  let distance = 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i]!, b[j]!)
    while (i < a.length && a[i] === value) i++
    while (j < b.length && b[j] === value) j++
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length))
  }
  const root = Math.sqrt((sizes[0] * sizes[1]) / (sizes[0] + sizes[1]))
  return { distance, probability: survival((root + 0.12 + 0.11 / root) * distance) }
}

function survival(x: number): number {
  if (x < 0.2) return 1
  let sum = 0
  for (let k = 1; k <= 100; k++) {
    const term = Math.exp(-2 * k * k * x * x)
    sum += k % 2 === 1 ? term : -term
    if (term < 1e-12) break
  }
  return Math.max(0, Math.min(1, 2 * sum))
}
