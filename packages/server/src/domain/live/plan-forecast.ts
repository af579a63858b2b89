const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Steps of a forecast at most, and at least where the interval of the samples allows. */
const MAX_STEPS = 144
const FEWEST_STEPS = 24
/** Steps of its history: 14 days of 15 minutes. Each costs some 30 µs for a series. */
const MAX_HISTORY_STEPS = 1344
const HISTORY_MS = 14 * DAY_MS
/** A long forecast looks back so many times as far as it looks ahead. */
const LOOK_BACK = 3

/** In minutes, each a whole part of a day. */
const NICE_STEPS = [1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1440]

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
  const aheadMs = hours * HOUR_MS
  const backMs = Math.max(0, Math.min(position + samplingMs - firstTime, Math.max(HISTORY_MS, LOOK_BACK * aheadMs)))
  const min = Math.max(
    samplingMs,
    MINUTE_MS,
    aheadMs / MAX_STEPS,
    Math.min(backMs / MAX_HISTORY_STEPS, aheadMs / FEWEST_STEPS),
  )
  const stepMs = stepOf(min, samplingMs)
  const from = Math.floor((position + samplingMs) / stepMs) * stepMs
  const historySteps = Math.max(1, Math.min(MAX_HISTORY_STEPS, Math.ceil(backMs / stepMs)))
  return {
    samplingMs,
    timeZone,
    stepMs,
    from,
    historyFrom: from - historySteps * stepMs,
    steps: Math.max(1, Math.min(MAX_STEPS, Math.round(aheadMs / stepMs))),
  }
}

/** Of whole sampling intervals, so that no step is without a value for its length alone. */
function stepOf(min: number, samplingMs: number): number {
  const nice = NICE_STEPS.map((minutes) => minutes * MINUTE_MS).find((ms) => ms >= min && ms % samplingMs === 0)
  return nice ?? Math.ceil(min / samplingMs) * samplingMs
}
