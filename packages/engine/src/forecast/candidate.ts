import type { Seasons } from './calendar-seasons.ts'
import type { CleanHistory } from './clean-history.ts'

/** What forecasts are made from: gapless values, and the lengths of their seasons in steps. */
export type History = CleanHistory & { seasons: Seasons }

/** The ways to look ahead that are tried. */
export type CandidateName =
  | 'last'
  | 'median-day'
  | 'median-week'
  | 'trend'
  | 'day'
  | 'week'
  | 'hour'
  | 'days'
  | 'weeks'
  | 'holt-winters'
  | 'holt-winters-quick'
  | 'mstl-ets'
  | 'mstl-damped'
  | 'stl-day-damped'

/**
 * One way to look ahead. `forecast` gives, for each origin (ascending), the values of the next `horizon` steps, and looks at nothing
 * from the origin on.
 */
export type Candidate = {
  name: CandidateName
  forecast(history: History, origins: readonly number[], horizon: number): Float64Array[]
}

/** A candidate that looks at one origin at a time. */
export function atEach(
  name: CandidateName,
  forecastAt: (history: History, origin: number, horizon: number) => (step: number) => number,
): Candidate {
  return {
    name,
    forecast: (history, origins, horizon) =>
      origins.map((origin) => {
        const valueAt = forecastAt(history, origin, horizon)
        const out = new Float64Array(horizon)
        for (let step = 0; step < horizon; step++) out[step] = valueAt(step)
        return out
      }),
  }
}
