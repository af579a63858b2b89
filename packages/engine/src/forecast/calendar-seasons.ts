import { autocorrelation } from '../stats/autocorrelation.ts'

/** Lengths of seasons in steps, each 0 where there is too little history for it. */
export type Seasons = {
  hour: number
  day: number
  week: number
  /** Whether two whole weeks lie before the first origin, and not only one. */
  hasWeeks: boolean
  /** The first step that a back-test may forecast from. */
  firstOrigin: number
}

const HOUR_MS = 3_600_000
/** Steps that a season has at least. */
const SHORTEST = 4
/** Correlation from one hour to the next, without slower movements, that makes an hourly season. */
const HOURLY = 0.3

/** The seasons of hour, day and week that a history of gapless values can be tested with, ahead by `horizon` steps. */
export function calendarSeasons(values: Float64Array, stepMs: number, horizon: number): Seasons {
  const count = values.length
  const hour = wholeSteps(HOUR_MS, stepMs)
  const day = wholeSteps(24 * HOUR_MS, stepMs)
  const week = 7 * day
  // Of as much history as a forecast asks for, the first and the last origin lie at least `test` steps apart; what follows them may overlap
  const fits = (history: number, test: number) => count >= history + horizon + test
  const hasWeeks = day > 0 && fits(2 * week, week / 2)
  const hasWeek = day > 0 && fits(week, day)
  const hasDay = day > 0 && fits(2 * day, day / 4)
  const hasHour = hour > 0 && fits(2 * hour, hour) && isHourly(values, hour)
  const needed = hasWeeks ? 2 * week : hasWeek ? week : hasDay ? 2 * day : hasHour ? 2 * hour : 10
  return {
    hour: hasHour ? hour : 0,
    day: hasDay ? day : 0,
    week: hasWeek ? week : 0,
    hasWeeks,
    firstOrigin: Math.min(count - horizon, Math.max(needed, Math.floor(0.4 * count))),
  }
}

function wholeSteps(lengthMs: number, stepMs: number): number {
  const steps = Math.round(lengthMs / stepMs)
  return steps >= SHORTEST && Math.abs(steps * stepMs - lengthMs) < 0.01 * stepMs ? steps : 0
}

function isHourly(values: Float64Array, hour: number): boolean {
  let sum = 0
  const quick = values.map((value, k) => {
    sum += value - (k >= hour ? values[k - hour]! : 0)
    return k >= hour ? value - sum / hour : 0
  })
  return autocorrelation(quick, hour) > HOURLY && autocorrelation(quick, 2 * hour) > HOURLY
}
