const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Steps of a forecast at most, and at least where the interval of the samples allows. */
const maxSteps = 144
const fewestSteps = 24
/** Steps of its history: 14 days of 15 minutes. Each costs some 30 µs for a series. */
const maxHistorySteps = 1344
const historyMs = 14 * dayMs
/** A long forecast looks back so many times as far as it looks ahead. */
const lookBack = 3

/** In minutes, each a whole part of a day. */
const niceSteps = [1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1440]

/** The grid of a forecast. */
export interface ForecastPlan {
  readonly samplingMs: number
  readonly stepMs: number
  /** Start of the first step of the history, and end of its last one. */
  readonly historyFrom: number
  readonly from: number
  /** Steps ahead. */
  readonly steps: number
  /** Of the clocks that seasons follow. */
  readonly timeZone: string
}

interface PlanInput {
  readonly hours: number
  readonly samplingMs: number
  /** Time of the first value. */
  readonly firstTime: number
  /** Time of the last row. */
  readonly position: number
  readonly timeZone: string
}

/**
 * The step is a whole part of a day where the sampling interval allows, at least a minute, and so long that neither history nor forecast have too
 * many of them; a short forecast keeps fine steps and looks back less far instead.
 */
export function planForecast({ hours, samplingMs, firstTime, position, timeZone }: PlanInput): ForecastPlan {
  const aheadMs = hours * hourMs
  const backMs = Math.max(0, Math.min(position + samplingMs - firstTime, Math.max(historyMs, lookBack * aheadMs)))
  const min = Math.max(
    samplingMs,
    minuteMs,
    aheadMs / maxSteps,
    Math.min(backMs / maxHistorySteps, aheadMs / fewestSteps),
  )
  const stepMs = stepOf(min, samplingMs)
  const from = Math.floor((position + samplingMs) / stepMs) * stepMs
  const historySteps = Math.max(1, Math.min(maxHistorySteps, Math.ceil(backMs / stepMs)))
  return {
    ...{ samplingMs, timeZone, stepMs, from, historyFrom: from - historySteps * stepMs },
    steps: Math.max(1, Math.min(maxSteps, Math.round(aheadMs / stepMs))),
  }
}

/** Of whole sampling intervals, so that no step is without a value for its length alone. */
function stepOf(min: number, samplingMs: number): number {
  const nice = niceSteps.map((minutes) => minutes * minuteMs).find((ms) => ms >= min && ms % samplingMs === 0)
  return nice ?? Math.ceil(min / samplingMs) * samplingMs
}
