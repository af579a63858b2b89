import type { Frame } from '../series/frame.ts'
import { median } from '../stats/quantile.ts'
import type { Crossing } from './find-crossing.ts'
import { type Forecast, type ForecastInsufficient, type ForecastOptions, forecast } from './forecast.ts'

/** How to forecast the series of a frame. */
export type FrameForecastOptions = Omit<ForecastOptions, 'stepMs' | 'horizon'> & {
  /** How far, in steps of the frame. */
  horizon: number
  /** A value whose crossing is looked for. */
  limit?: number | undefined
  /** Indices of the columns; all of them where it is left out. */
  columns?: readonly number[] | undefined
}

/** The forecast of one series, and when it crosses the limit that was asked for. */
export type SeriesForecast = { series: string; forecast: Forecast; crossing?: Crossing }

/** A series that has too few values. */
export type ShortSeries = { series: string } & Pick<ForecastInsufficient, 'need' | 'got'>

/** Forecasts of a frame, and the series that are too short for one. */
export type FrameForecast = { horizonMs: number; forecasts: SeriesForecast[]; tooShort: ShortSeries[] }

/** So many intervals, the last ones, say how far rows are apart at present. */
const RECENT_ROWS = 60
/** The present interval counts where it is so many times the step of the frame. */
const COARSER = 2

/**
 * Forecasts the series of a frame, each by itself. Where its rows have come to be farther apart, a step of the forecast is the present one. Throws RangeError
 * as `forecast` does, also for a frame without a step.
 */
export function forecastFrame(
  frame: Frame,
  { limit, columns, horizon: frameSteps, ...options }: FrameForecastOptions,
): FrameForecast {
  const stepMs = presentStep(frame)
  const horizon = stepMs === frame.stepMs ? frameSteps : Math.max(1, Math.round((frameSteps * frame.stepMs) / stepMs))
  const forecasts: SeriesForecast[] = []
  const tooShort: ShortSeries[] = []
  for (const column of columns ?? frame.columns.keys()) {
    const series = frame.series[column]!.id
    const found = forecast(frame.times, frame.columns[column]!, { ...options, horizon, stepMs })
    if (found.kind === 'insufficient') tooShort.push({ series, need: found.need, got: found.got })
    else forecasts.push({ series, forecast: found, ...(limit !== undefined && { crossing: found.crossing(limit) }) })
  }
  return { horizonMs: horizon * stepMs, forecasts, tooShort }
}

/** How far the last rows are apart that have values, where that is much more than the step of the frame; else that one. */
function presentStep({ times, columns, stepMs }: Frame): number {
  const recent: number[] = []
  for (let row = times.length - 1; row >= 0 && recent.length <= RECENT_ROWS; row--)
    if (columns.some((column) => !Number.isNaN(column[row]!))) recent.push(times[row]!)
  if (recent.length <= RECENT_ROWS) return stepMs
  const present = median(recent.slice(1).map((time, k) => recent[k]! - time))
  return present >= COARSER * stepMs ? present : stepMs
}
