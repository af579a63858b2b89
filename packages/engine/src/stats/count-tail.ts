import { logGamma } from './log-gamma.ts'

/** A sum ends where a term is this small beside it, or after so many terms. */
const NEGLIGIBLE = 1e-16
const MAX_TERMS = 100_000

/**
 * Probability of at least `count` events where `mean` are expected with `variance`: Poisson where the variance does not
 * exceed the mean, else negative binomial with that mean and variance. 1 for a count of 0. Throws RangeError for a mean
 * that is not above 0.
 */
export function countTail(count: number, mean: number, variance: number): number {
  if (!(mean > 0)) throw new RangeError('the mean count must be above 0')
  if (count <= 0) return 1
  const size = variance > mean * (1 + 1e-9) ? (mean * mean) / (variance - mean) : Number.POSITIVE_INFINITY
  const first = Math.exp(logMass(count, mean, size))
  if (first === 0 && count > mean) return 0
  // Above the mean the terms fall off; below it the few terms under `count` are summed instead.
  return count > mean ? sumFrom(count, first, mean, size) : Math.max(0, 1 - sumBelow(count, mean, size))
}

/** Logarithm of the probability of exactly `k` events; `size` is that of the negative binomial, infinite for Poisson. */
function logMass(k: number, mean: number, size: number): number {
  if (size === Number.POSITIVE_INFINITY) return k * Math.log(mean) - mean - logGamma(k + 1)
  const share = mean / (mean + size)
  return logGamma(k + size) - logGamma(size) - logGamma(k + 1) + size * Math.log1p(-share) + k * Math.log(share)
}

const ratio = (k: number, mean: number, size: number): number =>
  size === Number.POSITIVE_INFINITY ? mean / k : ((mean / (mean + size)) * (size + k - 1)) / k

function sumFrom(count: number, first: number, mean: number, size: number): number {
  let term = first
  let sum = first
  for (let k = count + 1; k < count + MAX_TERMS && term > sum * NEGLIGIBLE; k++) {
    term *= ratio(k, mean, size)
    sum += term
  }
  return Math.min(1, sum)
}

function sumBelow(count: number, mean: number, size: number): number {
  let term = Math.exp(logMass(0, mean, size))
  let sum = term
  for (let k = 1; k < count; k++) {
    term *= ratio(k, mean, size)
    sum += term
  }
  return sum
}
