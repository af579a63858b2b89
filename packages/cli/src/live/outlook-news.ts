import type { LiveAnalysis } from '@omen/sdk'
import type { Crossings } from '../fail-on/fail-on-crossing.ts'
import type { OutlookEvent } from '../results/live-event.ts'
import type { ForecastSummary, SeriesName, SeriesOutlook } from '../results/live-forecast.ts'
import { keepNames, summarizeForecast } from './summarize-forecast.ts'

/** Turns forecasts, one after the other, into what is new about the outlook of each series. */
export interface OutlookNews {
  /** The newest forecast; undefined before the first. */
  readonly forecast: ForecastSummary | undefined
  /** Whether a series was forecast at any time. */
  readonly hasForecast: boolean
  read(analysis: LiveAnalysis): OutlookEvent[]
  /** The soonest crossing of each series that was forecast to leave the range of its history at any time. */
  crossings(): Crossings
}

const HOUR_MS = 3_600_000

export function createOutlookNews(): OutlookNews {
  const names = new Map<string, SeriesName>()
  const reported = new Map<string, SeriesOutlook>()
  const hours = new Map<string, number>()
  let forecast: ForecastSummary | undefined
  let hasForecast = false

  const eventsOf = (current: ForecastSummary, time: number): OutlookEvent[] => {
    const { from, until, outlooks } = current
    const common = { type: 'outlook', time, forecast: { from, until } } as const
    const ahead = outlooks.flatMap((outlook): OutlookEvent[] => {
      const before = reported.get(outlook.seriesId)
      reported.set(outlook.seriesId, outlook)
      if (before?.kind === outlook.kind && before.side === outlook.side) return []
      return [{ event: before ? 'changed' : 'ahead', ...common, outlook }]
    })
    const present = new Set(outlooks.map(({ seriesId }) => seriesId))
    const gone = [...reported.values()].filter(({ seriesId }) => !present.has(seriesId))
    for (const { seriesId } of gone) reported.delete(seriesId)
    return [
      ...ahead,
      ...gone.map((outlook) => ({ event: 'gone', ...common, outlook, reason: reasonOf(current, outlook) }) as const),
    ]
  }
  return {
    get forecast() {
      return forecast
    },
    get hasForecast() {
      return hasForecast
    },
    read(analysis) {
      keepNames(names, analysis)
      const current = summarizeForecast(analysis, names)
      if (current === undefined) return []
      forecast = current
      hasForecast ||= current.seriesIds.size > 0
      for (const { seriesId, kind, about } of current.outlooks) {
        if (kind !== 'leaves' || about === null) continue
        const ahead = Math.max(0, about - analysis.to) / HOUR_MS
        hours.set(seriesId, Math.min(ahead, hours.get(seriesId) ?? ahead))
      }
      return eventsOf(current, analysis.to)
    },
    crossings() {
      return [...hours].map(([series, about]) => ({ series, crossing: { about } }))
    },
  }
}

/** Why a series has no outlook any more. */
function reasonOf(
  { seriesIds, missing }: ForecastSummary,
  { seriesId }: SeriesOutlook,
): Extract<OutlookEvent, { event: 'gone' }>['reason'] {
  if (seriesIds.has(seriesId)) return 'within'
  return missing.find((one) => one.seriesId === seriesId)?.reason ?? 'unlisted'
}
