import type { LiveForecast } from '@omen/sdk'
import type { ForecastSummary } from '../results/live-forecast.ts'
import { count, counted } from './figures.ts'
import { clockTime, type Viewpoint } from './outlook.ts'

/** "Forecast of 28 of 30 series until 15:00". */
export function forecastHeading({ ends, total, until }: ForecastSummary, view: Viewpoint): string {
  const all = ends.length < total ? `${count(ends.length)} of ` : ''
  const last = ends.length === 0 ? until : Math.max(...ends)
  return `Forecast of ${all}${counted(total, 'series', 'series')} until ${clockTime(last, view)}`
}

/** What a forecast says in which no series leaves its range; empty for another one, and where nothing was forecast. */
export function quietText({ outlooks, ends }: ForecastSummary, view: Viewpoint): string {
  if (ends.length === 0 || outlooks.some(({ kind }) => kind === 'leaves')) return ''
  const [first, last] = [Math.min(...ends), Math.max(...ends)]
  const time = first === last ? `before ${clockTime(last, view)}` : 'as far as it is forecast'
  return `No series leaves the range of its history ${time}.`
}

/** How many forecasts are shorter than asked for: "2 forecasts end before 15:00, the first at 13:20: too short a history." Empty for none. */
export function shorterText({ ends, until }: ForecastSummary, view: Viewpoint): string {
  const shorter = ends.filter((end) => end < until)
  if (shorter.length === 0) return ''
  const what = counted(shorter.length, 'forecast ends', 'forecasts end')
  const [end, first] = [until, Math.min(...shorter)].map((time) => clockTime(time, view))
  return `${what} before ${end}, the first at ${first}: too short a history.`
}

const reasons: Readonly<Record<LiveForecast['missing'][number]['reason'], (series: number) => string>> = {
  learning: (series) => `${count(series)} ${series === 1 ? 'is' : 'are'} still being learned`,
  short: (series) => `${count(series)} ${series === 1 ? 'has' : 'have'} too short a history`,
  silent: (series) => `${count(series)} ${series === 1 ? 'has' : 'have'} sent nothing lately`,
}

/** How many series have no forecast, and why: "2 series without a forecast: 2 are still being learned." Empty for none. */
export function missingText({ missing }: Pick<ForecastSummary, 'missing'>): string {
  if (missing.length === 0) return ''
  const parts = Object.entries(reasons).flatMap(([reason, text]) => {
    const series = missing.filter((one) => one.reason === reason).length
    return series > 0 ? [text(series)] : []
  })
  return `${counted(missing.length, 'series', 'series')} without a forecast: ${parts.join(', ')}.`
}
