import { forecast } from '../../../packages/engine/src/index.ts'
import { DAY, type TrialSeries } from './seasonal-series.ts'

/** How a series was foretold from several times: mean absolute errors, of naive forecasts too, and how much the range held. */
export type Trial = TrialSeries & {
  error: number
  naive: { last: number; day: number; week: number }
  covered: number
}

/**
 * Forecasts a day from `origins` times spread evenly over the second half of a series, each from what lies before it and nothing
 * else. Abnormal stretches count like all others.
 */
export function tryForecast(series: TrialSeries, origins: number): Trial | undefined {
  const { times, values, stepMs } = series
  const day = Math.round(DAY / stepMs)
  const first = Math.max(Math.floor(values.length / 2), 7 * day)
  const room = values.length - day - first
  if (room < origins) return undefined
  const sums = { error: 0, last: 0, day: 0, week: 0, held: 0, count: 0 }
  for (let k = 0; k < origins; k++) {
    const origin = first + Math.floor((room * (k + 0.5)) / origins)
    const found = forecast(times.subarray(0, origin), values.subarray(0, origin), { horizon: day, stepMs })
    if (found.kind === 'insufficient') return undefined
    for (let step = 0; step < day; step++) {
      const truth = values[origin + step]!
      if (Number.isNaN(truth)) continue
      const miss = (said: number): number => Math.abs(truth - said)
      sums.count++
      sums.error += miss(found.mid[step]!)
      sums.last += miss(values[origin - 1]!)
      sums.day += miss(values[origin - day + step]!)
      sums.week += miss(values[origin - 7 * day + step]!)
      if (truth >= found.low[step]! && truth <= found.high[step]!) sums.held++
    }
  }
  const naive = { last: sums.last / sums.count, day: sums.day / sums.count, week: sums.week / sums.count }
  return { ...series, error: sums.error / sums.count, naive, covered: sums.held / sums.count }
}

export function bestNaive({ naive: { last, day, week } }: Trial): number {
  return Math.min(last, day, week)
}

/** The error as a part of another; 1 where both are exact. */
export function ratio(error: number, other: number): number {
  return error === other ? 1 : error / other
}
