import { logGamma } from './log-gamma.ts'

/**
 * Probability that a Student variable with `freedom` degrees lies at least `distance` from 0, on either side: the regularised incomplete
 * beta function by its continued fraction (Lentz; Numerical Recipes 6.4). Throws RangeError for no freedom.
 */
export function studentTwoSided(distance: number, freedom: number): number {
  if (!(freedom > 0)) throw new RangeError(`a Student variable needs freedom above 0, not ${freedom}`)
  if (Number.isNaN(distance)) return distance
  const x = freedom / (freedom + distance * distance)
  return incompleteBeta(freedom / 2, 0.5, x)
}

/** The distance from 0 that is reached on either side with probability `p`: the inverse, by halving. */
export function studentDistance(p: number, freedom: number): number {
  let low = 0
  let high = 2
  while (studentTwoSided(high, freedom) > p && high < 1e6) high *= 2
  for (let k = 0; k < 50; k++) {
    const middle = (low + high) / 2
    if (studentTwoSided(middle, freedom) > p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  return x < (a + 1) / (a + b + 2) ? (front * fraction(a, b, x)) / a : 1 - (front * fraction(b, a, 1 - x)) / b
}

function fraction(a: number, b: number, x: number): number {
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let result = d
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    result *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    result *= d * c
    if (Math.abs(d * c - 1) < 1e-14) break
  }
  return result
}

function away(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value
}
