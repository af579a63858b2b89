/** The least deviation of maxima, and the least part of their mean; both in the unit of the maxima. */
export type MinDeviation = { deviation: number; ofMean: number }

/** Maxima after a power: 1 for themselves, 0.5 for their roots, 0 for their logarithms. */
export type GumbelPower = {
  power: number
  /** Of the transformed maxima. */
  mean: number
  deviation: number
  /** Of neighbours, from 0 to 0.7; 0 where it may be chance. */
  correlation: number
}

/** The powers that are tried. */
const POWERS: readonly number[] = [1, 0.5, 0]
/**
 * A lower power has to gain so much log-likelihood. Fitted on simulated series and part of NAB: false alarms of both
 * were looked at.
 */
const LEAD = 1
/** Euler's constant, in the mean of Gumbel's distribution. */
const EULER = 0.5772156649015329
/**
 * The correlation of neighbours is limited to this. Fitted on simulated series and part of NAB: false alarms of both
 * were looked at.
 */
const MAX_CORRELATION = 0.7

let roots = new Float64Array(64)
let logarithms = new Float64Array(64)

/** x for the power 1, 2 √x for 0.5, log x for 0 (Box and Cox 1964, but for the constant). */
export function powerTransform(x: number, power: number): number {
  return power === 1 ? x : power === 0 ? Math.log(x) : 2 * Math.sqrt(x)
}

/** The x of which y is the transform. */
export function inversePower(y: number, power: number): number {
  return power === 1 ? y : power === 0 ? Math.exp(y) : (y / 2) ** 2
}

/**
 * The power after which the first `count` maxima, each above 0 and in the order in which they came, are most like Gumbel's distribution, fitted by its
 * moments. Their deviation is taken for what `min` says where it is less.
 */
export function fitGumbelPower(maxima: Float64Array, count: number, min: MinDeviation): GumbelPower {
  if (count > roots.length) {
    roots = new Float64Array(count)
    logarithms = new Float64Array(count)
  }
  const best: GumbelPower = { power: 1, mean: 0, deviation: 1, correlation: 0 }
  let highest = Number.NEGATIVE_INFINITY
  let logSum = 0
  for (let k = 0; k < count; k++) {
    roots[k] = powerTransform(maxima[k]!, 0.5)
    logarithms[k] = powerTransform(maxima[k]!, 0)
    logSum += logarithms[k]!
  }
  for (const power of POWERS) {
    const values = power === 1 ? maxima : power === 0 ? logarithms : roots
    const mean = meanOf(values, count)
    const centre = inversePower(mean, power)
    const minDeviation = Math.max(min.deviation, min.ofMean * centre) * centre ** (power - 1)
    const squares = squaresOf(values, count, mean)
    const deviation = Math.max(Math.sqrt(squares / Math.max(1, count - 1)), minDeviation)
    const likelihood = logLikelihood(values, count, { mean, deviation }) + (power - 1) * logSum
    if (likelihood < highest + LEAD) continue
    highest = likelihood
    best.power = power
    best.mean = mean
    best.deviation = deviation
    best.correlation = correlationOf(values, count, mean, squares)
  }
  return best
}

function meanOf(values: Float64Array, count: number): number {
  let sum = 0
  for (let k = 0; k < count; k++) sum += values[k]!
  return sum / count
}

function squaresOf(values: Float64Array, count: number, mean: number): number {
  let sum = 0
  for (let k = 0; k < count; k++) sum += (values[k]! - mean) ** 2
  return sum
}

/** Less what chance makes of independent ones. */
function correlationOf(values: Float64Array, count: number, mean: number, squares: number): number {
  if (!(squares > 0)) return 0
  let products = 0
  for (let k = 1; k < count; k++) products += (values[k]! - mean) * (values[k - 1]! - mean)
  return Math.max(0, Math.min(MAX_CORRELATION, products / squares - 1 / Math.sqrt(count)))
}

function logLikelihood(values: Float64Array, count: number, moments: { mean: number; deviation: number }): number {
  const scale = (moments.deviation * Math.sqrt(6)) / Math.PI
  const mode = moments.mean - EULER * scale
  let sum = -count * Math.log(scale)
  for (let k = 0; k < count; k++) {
    const u = (values[k]! - mode) / scale
    sum -= u + Math.exp(-u)
  }
  return sum
}
