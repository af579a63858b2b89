import type { BackTest } from './back-test.ts'
import type { CandidateName } from './candidate.ts'

/** What a back-test says of a forecast: mean absolute errors of the same steps, in the unit of the values. */
export type BackTestVerdict = {
  /** From how many times in the past it was tried. */
  origins: number
  error: number
  /** The best of last value, last day and last week, and what that erred by. */
  naive: CandidateName
  naiveError: number
}

const NAIVE: readonly CandidateName[] = ['last', 'day', 'week']

/** Compares what the blend missed by with what the naive candidates did; undefined where no value came at any origin. */
export function evaluateBackTest(
  test: BackTest,
  actual: Float64Array,
  residuals: readonly Float64Array[],
  unit: number,
): BackTestVerdict | undefined {
  const error = meanSize(residuals)
  if (error === undefined) return undefined
  const naive = test.names.flatMap((name, c) => {
    const misses = test.origins.map((start, which) =>
      test.forecasts[c]![which]!.map((said, step) => actual[start + step]! - said),
    )
    return NAIVE.includes(name) ? [{ name, error: meanSize(misses)! }] : []
  })
  const best = naive.reduce((min, one) => (one.error < min.error ? one : min))
  return { origins: test.origins.length, error: error * unit, naive: best.name, naiveError: best.error * unit }
}

/** NaN, where nothing came, does not count. */
function meanSize(errors: readonly Float64Array[]): number | undefined {
  let sum = 0
  let count = 0
  for (const part of errors) {
    for (const error of part) {
      if (Number.isNaN(error)) continue
      sum += Math.abs(error)
      count++
    }
  }
  return count > 0 ? sum / count : undefined
}
