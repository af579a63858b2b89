import type { Candidate, CandidateName } from './candidate.ts'
import { mstl, seasonAhead } from './mstl.ts'

/** Times that the seasons are found anew over a back-test; in between they go on. */
const REFITS = 3
/** Weights of the latest value that are tried for the level. */
const RATES = [0.02, 0.05, 0.1, 0.2, 0.35, 0.6, 0.9]
/** Latest values by which the weight is chosen. */
const BACK_TESTED = 3000

/**
 * Seasons by MSTL, and for what is left either simple exponential smoothing with the rate that errs least one step ahead (`ets`), or
 * the same drawn back to the level of the last `memory` steps, as fast as earlier distances from it went away (`damped`).
 */
export function mstlCandidate(
  name: CandidateName,
  fits: SeasonFits,
  memory: number,
  level: 'ets' | 'damped',
): Candidate {
  const slowRate = 1 / memory
  const persistenceOf = (fit: SeasonFit): number => (level === 'damped' ? fit.persistence(slowRate) : 1)
  return {
    name,
    forecast({ cleaned }, origins, horizon) {
      const every = Math.max(1, Math.ceil((origins.length - 1) / REFITS))
      const rest = new Float64Array(cleaned.length)
      let fit = fits(cleaned, origins[0]!)
      rest.set(fit.rest)
      let kept = persistenceOf(fit)
      let known = origins[0]!
      return origins.map((origin, k) => {
        if (k > 0 && (k % every === 0 || k === origins.length - 1)) {
          fit = fits(cleaned, origin)
          rest.set(fit.rest)
          kept = persistenceOf(fit)
        } else {
          for (let t = known; t < origin; t++) rest[t] = cleaned[t]! - fit.ahead(t)
        }
        known = origin
        const quick = smoothTo(rest, origin, fit.rate)
        const slow = level === 'damped' ? smoothTo(rest, origin, slowRate) : quick
        let distance = quick - slow
        const said = new Float64Array(horizon)
        for (let step = 0; step < horizon; step++) {
          distance *= kept
          said[step] = fit.ahead(origin + step) + slow + distance
        }
        return said
      })
    },
  }
}

/** The seasons of values before an origin, and the rest. */
export type SeasonFit = {
  readonly rest: Float64Array
  ahead(t: number): number
  readonly rate: number
  persistence(slowRate: number): number
}

/** Fits the seasons up to an origin. */
export type SeasonFits = (values: Float64Array, origin: number) => SeasonFit

/** Fits that candidates with the same periods share; those of one history are kept. */
export function seasonFits(periods: readonly number[]): SeasonFits {
  const kept = new Map<number, SeasonFit>()
  let of: Float64Array | undefined
  return (values, origin) => {
    if (values !== of) kept.clear()
    of = values
    const existing = kept.get(origin)
    if (existing) return existing
    const fit = fitSeasons(values, origin, periods)
    kept.set(origin, fit)
    return fit
  }
}

function fitSeasons(values: Float64Array, origin: number, periods: readonly number[]): SeasonFit {
  const { seasons, rest } = mstl(values.subarray(0, origin), periods)
  const rate = bestRate(rest)
  return {
    rest,
    rate,
    ahead: (t) => seasonAhead(seasons, periods, t - origin),
    persistence: (slowRate) => findPersistence(rest, rate, slowRate),
  }
}

function smoothTo(values: Float64Array, end: number, rate: number): number {
  let level = values[0]!
  for (let k = 1; k < end; k++) level += rate * (values[k]! - level)
  return level
}

function bestRate(values: Float64Array): number {
  let best = 1
  let min = Number.POSITIVE_INFINITY
  for (const rate of RATES) {
    const from = Math.max(0, values.length - BACK_TESTED)
    let level = values[from]!
    let errors = 0
    for (let k = from + 1; k < values.length; k++) {
      const error = values[k]! - level
      errors += Math.abs(error)
      level += rate * error
    }
    if (errors < min) {
      min = errors
      best = rate
    }
  }
  return best
}

/** What part of a distance between the quick and the slow level is left one step later, by regression over a 24th of the slow one. */
function findPersistence(values: Float64Array, rate: number, slowRate: number): number {
  const lag = Math.max(1, Math.round(1 / slowRate / 24))
  const distances = new Float64Array(values.length)
  let quick = values[0]!
  let slow = values[0]!
  let squares = 0
  let products = 0
  for (let k = 0; k < values.length; k++) {
    quick += rate * (values[k]! - quick)
    slow += slowRate * (values[k]! - slow)
    distances[k] = quick - slow
    if (k * slowRate < 1 || k < lag) continue
    squares += distances[k - lag]! ** 2
    products += distances[k - lag]! * (values[k]! - slow)
  }
  return squares > 0 ? Math.max(0, Math.min(1, products / squares)) ** (1 / lag) : 1
}
