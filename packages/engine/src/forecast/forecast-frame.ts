import type { Frame } from '../series/frame.ts'
import type { Crossing } from './find-crossing.ts'
import { type Forecast, type ForecastInsufficient, type ForecastOptions, forecast } from './forecast.ts'

/** How to forecast the series of a frame. */
export type FrameForecastOptions = Omit<ForecastOptions, 'stepMs'> & {
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

/** Forecasts the series of a frame, each by itself. Throws RangeError as `forecast` does, also for a frame without a step. */
export function forecastFrame(frame: Frame, { limit, columns, ...options }: FrameForecastOptions): FrameForecast {
  const forecasts: SeriesForecast[] = []
  const tooShort: ShortSeries[] = []
  for (const column of columns ?? frame.columns.keys()) {
    const series = frame.series[column]!.id
    const found = forecast(frame.times, frame.columns[column]!, { ...options, stepMs: frame.stepMs })
    if (found.kind === 'insufficient') tooShort.push({ series, need: found.need, got: found.got })
    else forecasts.push({ series, forecast: found, ...(limit !== undefined && { crossing: found.crossing(limit) }) })
  }
  return { horizonMs: options.horizon * frame.stepMs, forecasts, tooShort }
}
