import { median } from '../stats/quantile.ts'
import type { BackTest } from './back-test.ts'

/** Steps `[from, to)` ahead that share the weights of the candidates, which add up to 1. */
export type Segment = { from: number; to: number; weights: Float64Array }

/** Candidates that are added one by one, each by an equal weight. */
const ROUNDS = 8
/**
 * With errors to this power, a candidate that errs by 9 % more than another gets half its weight. Fitted on simulated
 * series: 8 loses 0.002 more, which is chance.
 */
const SHARPNESS = 8
/** Lesser weights are left out. */
const SMALLEST = 1e-3
/** Steps of a segment that are looked at. */
const LOOKS = 24
/** Times the usual error that an origin may count. Fitted on simulated series. */
const FAR = 2
/** Origins back at which errors count half. Fitted on simulated series. */
export const HALF_LIFE = 7

/** The segments of a horizon: its first 16th, the rest of the first quarter, of the first half, and of the whole. */
export function segmentEdges(horizon: number): number[] {
  return [...new Set([0, horizon / 16, horizon / 4, horizon / 2, horizon].map((edge) => Math.round(edge)))]
}

/**
 * Weighs the candidates by their absolute errors at the chosen origins, late ones more than early ones, for each segment
 * of the horizon. Half of the weight goes by the inverse of the errors (Bates and Granger 1969), the other half by adding the candidate that helps the mean of those chosen before
 * most, eight times (Caruana et al. 2004): the first is steady, the second finds those that make up for each other.
 */
export function blend(test: BackTest, actual: Float64Array, chosen: readonly number[]): Segment[] {
  const edges = segmentEdges(test.horizon)
  return edges.slice(1).map((to, k) => {
    const from = edges[k]!
    return { from, to, weights: weigh(sampleSegment(test, actual, chosen, from, to)) }
  })
}

/** One that never erred speaks alone: a mean of equal values may differ from them in its last digit. */
function weigh(sample: Sample): Float64Array {
  const errors = Float64Array.from(sample.said, (values) => totalError(values, sample.truth, sample.trust))
  const exact = errors.indexOf(0)
  if (exact >= 0) return errors.fill(0).fill(1, exact, exact + 1)
  const byHelp = addGreedily(sample)
  return dropSmall(inverseErrors(errors).map((weight, c) => (weight + byHelp[c]!) / 2))
}

function dropSmall(weights: Float64Array): Float64Array {
  const kept = weights.map((weight) => (weight < SMALLEST ? 0 : weight))
  const total = kept.reduce((sum, weight) => sum + weight, 0)
  return kept.map((weight) => weight / total)
}

/** Rows of a segment that are looked at: what came, what each candidate said, and how much that counts. */
type Sample = { truth: Float64Array; said: Float64Array[]; trust: Float64Array }

function sampleSegment(
  test: BackTest,
  actual: Float64Array,
  chosen: readonly number[],
  from: number,
  to: number,
): Sample {
  const stride = Math.max(1, Math.floor((to - from) / LOOKS))
  const steps = Math.ceil((to - from) / stride)
  const rows = (valueAt: (which: number, step: number) => number) => {
    const out = new Float64Array(steps * chosen.length)
    let row = 0
    for (const which of chosen) for (let k = 0; k < steps; k++) out[row++] = valueAt(which, from + k * stride)
    return out
  }
  const sample = {
    truth: rows((which, step) => actual[test.origins[which]! + step]!),
    trust: rows((which) => 0.5 ** ((test.origins.length - 1 - which) / HALF_LIFE)),
    said: test.forecasts.map((forecasts) => rows((which, step) => forecasts[which]![step]!)),
  }
  temper(sample, steps)
  return sample
}

/** An origin from which no candidate did well, as before an incident, counts as much as two usual ones and not more. */
function temper({ truth, said, trust }: Sample, steps: number): void {
  const bounds = Array.from({ length: truth.length / steps }, (_, k) => [k * steps, (k + 1) * steps] as const)
  const min = bounds.map(([from, to]) => {
    const actual = truth.subarray(from, to)
    const even = new Float64Array(to - from).fill(1)
    return said.reduce(
      (best, values) => Math.min(best, totalError(values.subarray(from, to), actual, even)),
      Number.POSITIVE_INFINITY,
    )
  })
  const max = FAR * median(min)
  for (const [k, [from, to]] of bounds.entries())
    if (max > 0 && min[k]! > max) for (let row = from; row < to; row++) trust[row]! *= max / min[k]!
}

function inverseErrors(errors: Float64Array): Float64Array {
  const min = errors.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const weights = errors.map((error) => (min / error) ** SHARPNESS)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

function totalError(values: Float64Array, truth: Float64Array, trust: Float64Array): number {
  let sum = 0
  for (let k = 0; k < truth.length; k++)
    if (!Number.isNaN(truth[k]!)) sum += trust[k]! * Math.abs(values[k]! - truth[k]!)
  return sum
}

function addGreedily({ truth, said, trust }: Sample): Float64Array {
  const sum = new Float64Array(truth.length)
  const weights = new Float64Array(said.length)
  for (let round = 1; round <= ROUNDS; round++) {
    let best = 0
    let min = Number.POSITIVE_INFINITY
    for (const [c, values] of said.entries()) {
      let error = 0
      for (let k = 0; k < truth.length; k++) {
        const miss = Math.abs((sum[k]! + values[k]!) / round - truth[k]!)
        if (miss > 0) error += trust[k]! * miss
      }
      if (error < min) {
        min = error
        best = c
      }
    }
    weights[best]! += 1 / ROUNDS
    for (let k = 0; k < truth.length; k++) sum[k]! += said[best]![k]!
  }
  return weights
}

/** The blend of what the candidates said at one origin. */
export function blendAt(test: BackTest, segments: readonly Segment[], which: number): Float64Array {
  const out = new Float64Array(test.horizon)
  for (const { from, to, weights } of segments) {
    for (const [c, weight] of weights.entries()) {
      if (weight === 0) continue
      const said = test.forecasts[c]![which]!
      for (let step = from; step < to; step++) out[step]! += weight * said[step]!
    }
  }
  return out
}
