import type { Candidate, CandidateName } from './candidate.ts'

/** How fast level, trend and season follow; `damping` is what is left of the trend after each step. */
export type HoltWintersRates = { level: number; trend: number; season: number; damping: number }

/** Usual errors beyond which an error teaches no more. */
const CLIP = 2.5

/**
 * Additive Holt-Winters with a damped trend (Holt 1957, Winters 1960, Gardner 1985). Errors beyond 2.5 usual ones count as 2.5, so that
 * incidents do not teach it (Gelper, Fried and Croux 2010).
 */
export function holtWinters(name: CandidateName, period: number, rates: HoltWintersRates): Candidate {
  return {
    name,
    forecast({ cleaned }, origins, horizon) {
      const state = begin(cleaned, period)
      let next = period
      return origins.map((origin) => {
        for (; next < origin; next++) learn(state, rates, next % period, cleaned[next]!)
        return lookAhead(state, rates.damping, origin % period, horizon)
      })
    },
  }
}

type State = { level: number; slope: number; season: Float64Array; usualError: number }

function begin(values: Float64Array, period: number): State {
  const first = values.subarray(0, period)
  const level = first.reduce((sum, value) => sum + value / period, 0)
  const season = first.map((value) => value - level)
  const usualError = season.reduce((sum, value) => sum + Math.abs(value) / period, 0)
  return { level, slope: 0, season, usualError }
}

function learn(state: State, rates: HoltWintersRates, phase: number, value: number): void {
  const slope = rates.damping * state.slope
  const raw = value - (state.level + slope + state.season[phase]!)
  const max = CLIP * state.usualError
  const error = Math.max(-max, Math.min(max, raw))
  state.usualError += 0.02 * (Math.min(Math.abs(raw), 2 * max) - state.usualError)
  state.level += slope + rates.level * error
  state.slope = slope + rates.trend * error
  state.season[phase]! += rates.season * (1 - rates.level) * error
}

function lookAhead({ level, slope, season }: State, damping: number, phase: number, horizon: number): Float64Array {
  let fading = 1
  let grown = 0
  return Float64Array.from({ length: horizon }, (_, step) => {
    fading *= damping
    grown += fading
    return level + grown * slope + season[(phase + step) % season.length]!
  })
}
