import type { BackTest } from './back-test.ts'
import { HALF_LIFE, type Segment } from './blend.ts'

/** The share of origins at which the last value was better, from which on it takes over, and at which nothing else is left. */
const OFTEN = 0.5
const MOSTLY = 0.75

/** Segments and errors of a blend with a part of the last value in it. */
export type Leaning = { segments: Segment[]; residuals: Float64Array[] }

/**
 * Leans a blend on the last value where that came nearer at most origins, late ones counting more: of a random walk nothing else can be known, and
 * weights found by chance err more. It has to be better on the whole too, for a series of rare peaks is near its last value most of the time, and origins
 * are counted, so that one incident decides nothing. `residuals` are errors of weights from other origins.
 */
export function leanOnLast(
  test: BackTest,
  actual: Float64Array,
  segments: readonly Segment[],
  residuals: readonly Float64Array[],
): Leaning {
  const last = test.names.indexOf('last')
  const ofLast = residuals.map((errors, which) =>
    errors.map((_, step) => actual[test.origins[which]! + step]! - test.forecasts[last]![which]![step]!),
  )
  const part = clamp((shareBetter(ofLast, residuals) - OFTEN) / (MOSTLY - OFTEN))
  return {
    segments: segments.map((segment) => ({
      ...segment,
      weights: segment.weights.map((weight, c) => (1 - part) * weight + (c === last ? part : 0)),
    })),
    residuals: residuals.map((errors, which) =>
      errors.map((error, step) => (1 - part) * error + part * ofLast[which]![step]!),
    ),
  }
}

/** The share of origins, weighed by age, with smaller errors, those with equal ones by half; 0 where the errors of all are larger. */
function shareBetter(errors: readonly Float64Array[], others: readonly Float64Array[]): number {
  let better = 0
  let all = 0
  let gained = 0
  for (const [which, own] of errors.entries()) {
    const gain = totalSize(others[which]!) - totalSize(own)
    const trust = 0.5 ** ((errors.length - 1 - which) / HALF_LIFE)
    all += trust
    gained += trust * gain
    better += gain > 0 ? trust : gain === 0 ? trust / 2 : 0
  }
  return gained > 0 ? better / all : 0
}

function totalSize(errors: Float64Array): number {
  return errors.reduce((sum, error) => sum + (Number.isNaN(error) ? 0 : Math.abs(error)), 0)
}

function clamp(part: number): number {
  return Math.max(0, Math.min(1, part))
}
