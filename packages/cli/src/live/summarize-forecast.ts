import { type LiveAnalysis, metricTitle } from '@omen/sdk'
import type { ForecastSummary, SeriesName, SeriesOutlook } from '../results/live-forecast.ts'

/** Keeps the names of series that an answer holds. */
export function keepNames(names: Map<string, SeriesName>, { series }: Pick<LiveAnalysis, 'series'>): void {
  for (const line of series) {
    const { seriesId, instance, unit } = line
    names.set(seriesId, { metric: metricTitle(line), instance, unit })
  }
}

/** The forecast of an analysis without its values; undefined where it brings none. Names are those of all answers so far. */
export function summarizeForecast(
  { forecast, seriesTotal }: Pick<LiveAnalysis, 'forecast' | 'seriesTotal'>,
  names: ReadonlyMap<string, SeriesName>,
): ForecastSummary | undefined {
  if (forecast === undefined) return undefined
  const { from, until, missing, times, series } = forecast
  const endOf = ({ mid }: (typeof series)[number]): number => times[mid.length - 1] ?? from
  const outlooks = series.flatMap((one): SeriesOutlook[] => {
    const { seriesId, outlook } = one
    if (outlook === undefined) return []
    const name = names.get(seriesId) ?? { metric: seriesId, instance: '' }
    return [{ seriesId, ...name, ...outlook, until: endOf(one) }]
  })
  return {
    from,
    until,
    missing,
    total: seriesTotal,
    outlooks: outlooks.sort((a, b) => timeOf(a) - timeOf(b) || a.seriesId.localeCompare(b.seriesId)),
    seriesIds: new Set(series.map(({ seriesId }) => seriesId)),
    ends: series.map(endOf),
  }
}

function timeOf({ about }: SeriesOutlook): number {
  return about ?? Number.MAX_SAFE_INTEGER
}
