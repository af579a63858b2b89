import { forecast } from '../../../packages/engine/src/index.ts'
import { DAY, type TrialSeries } from './seasonal-series.ts'

/** Mean absolute errors, of naive forecasts too, and the share of values that the range held. */
export type ForecastErrors = {
  error: number
  naive: { last: number; day: number; week: number }
  covered: number
}

/** How a series was forecast from several times: everywhere, and outside what is labelled as abnormal. */
export type Trial = TrialSeries & ForecastErrors & { calm: ForecastErrors }

/**
 * Forecasts a day from `origins` times spread evenly over the second half of a series, each from what lies before it and nothing
 * else. Abnormal intervals are forecast like all others.
 */
export function tryForecast(series: TrialSeries, origins: number): Trial | undefined {
  const { times, values, stepMs } = series
  const day = Math.round(DAY / stepMs)
  const first = Math.max(Math.floor(values.length / 2), 7 * day)
  const room = values.length - day - first
  if (room < origins) return undefined
  const all = createTally()
  const calm = createTally()
  for (let k = 0; k < origins; k++) {
    const origin = first + Math.floor((room * (k + 0.5)) / origins)
    const found = forecast(times.subarray(0, origin), values.subarray(0, origin), { horizon: day, stepMs })
    if (found.kind === 'insufficient') return undefined
    for (let step = 0; step < day; step++) {
      const row = origin + step
      const truth = values[row]!
      if (Number.isNaN(truth)) continue
      const misses = [found.mid[step]!, values[origin - 1]!, values[row - day]!, values[row - 7 * day]!].map((said) =>
        Math.abs(truth - said),
      ) // forecast, last, day, week
      const isHeld = truth >= found.low[step]! && truth <= found.high[step]!
      all.add(misses, isHeld)
      if (!series.abnormal.some(({ from, to }) => row >= from && row <= to)) calm.add(misses, isHeld)
    }
  }
  return { ...series, ...all.summary(), calm: calm.summary() }
}

function createTally(): { add(misses: readonly number[], isHeld: boolean): void; summary(): ForecastErrors } {
  const sums = [0, 0, 0, 0]
  let count = 0
  let held = 0
  return {
    add(misses, isHeld) {
      count++
      if (isHeld) held++
      for (let k = 0; k < sums.length; k++) sums[k]! += misses[k]!
    },
    summary() {
      const [error = 0, last = 0, day = 0, week = 0] = sums.map((sum) => sum / count)
      return { error, naive: { last, day, week }, covered: held / count }
    },
  }
}

export function bestNaive({ naive: { last, day, week } }: ForecastErrors): number {
  return Math.min(last, day, week)
}

/** The error as a part of another; 1 where both are exact. */
export function ratio(error: number, other: number): number {
  return error === other ? 1 : error / other
}
