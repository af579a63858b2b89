import type { Crossing, FrameForecast, SeriesForecast } from '@omen/engine'
import { duration } from './duration.ts'
import { count, counted, percent, value } from './figures.ts'

/** Most series that get a sentence beside the CSV. */
const MAX_SERIES = 20
const HOUR_MS = 3_600_000

/** Remarks beside the rows: crossings first, then how accurate each forecast was in the past, then what was left out. */
export function forecastRemarks(
  { horizonMs, forecasts, tooShort }: FrameForecast,
  { limit }: { limit?: number },
): string {
  const crossings = limit === undefined ? [] : describeCrossings(forecasts, limit, horizonMs)
  const methods = forecasts.slice(0, MAX_SERIES).map(tellMethod)
  if (forecasts.length > MAX_SERIES)
    methods.push(`… and ${counted(forecasts.length - MAX_SERIES, 'series', 'series')} more.`)
  return [...crossings, ...methods, ...tellTooShort(tooShort)].join('\n')
}

/** The same as JSON. `rows` are left out if they are written to a file. */
export function forecastJson({ horizonMs, forecasts, tooShort }: FrameForecast, withRows: boolean): object {
  return {
    horizonMs,
    series: forecasts.map(({ series, forecast, crossing }) => {
      const { model, parts, coverage, backTest, times, low, mid, high } = forecast
      const rows = { times: [...times], low: [...low], mid: [...mid], high: [...high] }
      return { series, model, parts, coverage, backTest, crossing, ...(withRows ? rows : {}) }
    }),
    tooShort,
  }
}

function describeCrossings(forecasts: readonly SeriesForecast[], limit: number, horizonMs: number): string[] {
  const soonest = forecasts
    .flatMap(({ series, crossing }) =>
      crossing && (crossing.about ?? crossing.low) !== undefined ? [{ series, crossing }] : [],
    )
    .sort((a, b) => (a.crossing.about ?? Number.POSITIVE_INFINITY) - (b.crossing.about ?? Number.POSITIVE_INFINITY))
  const lines = soonest
    .slice(0, MAX_SERIES)
    .map(({ series, crossing }) => `${series} ${describeCrossing(crossing, limit, horizonMs)}.`)
  const quiet = forecasts.length - soonest.length
  const rest = `will not cross ${value(limit)} within ${duration(horizonMs)}.`
  if (quiet === 1 && forecasts.length === 1) lines.push(`${forecasts[0]!.series} ${rest}`)
  else if (quiet > 0) lines.push(`${counted(quiet, 'series', 'series')} ${rest}`)
  return lines
}

/** "will cross 90 in about 14 hours (between 11 and 20)". */
function describeCrossing({ side, about, low, high }: Crossing, limit: number, horizonMs: number): string {
  const what = `${side === 'above' ? 'cross' : 'fall below'} ${value(limit)}`
  if (about === undefined)
    return `may ${what}, not before ${hours(low ?? 0)} from the last value, if at all within ${duration(horizonMs)}`
  if (high === undefined)
    return `will ${what} in about ${hours(about)} (not before ${hours(low ?? 0)}, perhaps not within ${duration(horizonMs)})`
  return `will ${what} in about ${hours(about)} (between ${between(low ?? 0, high)})`
}

function between(low: number, high: number): string {
  const [from, to] = [hours(low), hours(high)]
  const unit = / \w+$/.exec(to)![0]
  return `${from.endsWith(unit) ? from.slice(0, -unit.length) : from} and ${to}`
}

function hours(time: number): string {
  if (time < 1) return counted(Math.round((time * HOUR_MS) / 60_000), 'minute')
  const shown = time < 10 ? Math.round(time * 10) / 10 : Math.round(time)
  return `${shown < 10 ? shown : count(shown)} ${shown === 1 ? 'hour' : 'hours'}`
}

function tellMethod({ series, forecast: { parts, coverage, backTest } }: SeriesForecast): string {
  const named = parts.slice(0, 3).map(({ name, share }) => `${name} ${percent(share)}`)
  const more = parts.length > named.length ? ` and ${parts.length - named.length} more` : ''
  const method = `${series}: ${named.join(', ')}${more}`
  if (backTest === undefined) return `${method}; too many gaps to try it on the past.`
  const { origins, error, naive, naiveError } = backTest
  const gain =
    naiveError > 0 ? `${percent(Math.abs(1 - error / naiveError))} ${error > naiveError ? 'more' : 'less'} than` : 'as'
  const tried = `tried from ${counted(origins, 'time')} in the past it erred by ${value(error)}, ${gain} the best naive forecast (${naive})`
  return `${method}; ${tried}, and ${percent(coverage)} of what came lay in the range.`
}

function tellTooShort(tooShort: FrameForecast['tooShort']): string[] {
  if (tooShort.length === 0) return []
  const [first] = tooShort
  const example = `${first!.series} has ${count(first!.got)} values of ${count(first!.need)}`
  return [`${counted(tooShort.length, 'series', 'series')} left out, with too few values for this horizon: ${example}.`]
}
