import { logGamma } from './log-gamma.ts'

/** Relative error at which series and continued fraction end. */
const PRECISE = 1e-12
/** Terms of either, at most. */
const MAX_TERMS = 1_000
/** Stands for 0 in the continued fraction, which divides. */
const TINY = 1e-300

/**
 * Probability that a gamma variable of this shape and scale 1 is at least `value`: the regularised upper incomplete gamma function, by its
 * series below the mean and its continued fraction above (Press et al., Numerical Recipes, 6.2). Throws RangeError for a shape
 * that is not above 0.
 */
export function gammaTail(shape: number, value: number): number {
  if (!(shape > 0)) throw new RangeError('the shape must be above 0')
  if (!(value > 0)) return 1
  const front = Math.exp(shape * Math.log(value) - value - logGamma(shape))
  return value < shape + 1 ? 1 - front * series(shape, value) : front * fraction(shape, value)
}

function series(shape: number, value: number): number {
  let term = 1 / shape
  let sum = term
  for (let k = 1; k < MAX_TERMS && term > sum * PRECISE; k++) {
    term *= value / (shape + k)
    sum += term
  }
  return sum
}

/** Lentz's way. */
function fraction(shape: number, value: number): number {
  let b = value + 1 - shape
  let c = 1 / TINY
  let d = 1 / b
  let product = d
  for (let k = 1; k < MAX_TERMS; k++) {
    const a = -k * (k - shape)
    b += 2
    d = 1 / nonZero(a * d + b)
    c = nonZero(b + a / c)
    product *= d * c
    if (Math.abs(d * c - 1) < PRECISE) break
  }
  return product
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}
