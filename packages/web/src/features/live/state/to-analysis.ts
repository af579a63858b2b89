import { namedSeries } from '@omen/charts/findings'
import type { LiveAnalysis, SeriesStatistics } from '@omen/sdk'
import type { Analysis } from '../../../findings/analysis.ts'

/** A project as of now, as the analysis view takes it. With a filter it speaks of the series shown alone. */
export const toAnalysis = (address: string, live: LiveAnalysis, isFiltered: boolean): Analysis => {
  const { from, to, stepMs, gaps, position } = live
  const found = isFiltered ? findingsOfSeries(live) : live
  const series = live.series.map(({ seriesId, metric, instance, group, unit }): SeriesStatistics => {
    const missing = gaps
      .filter(({ seriesIds }) => seriesIds.includes(seriesId))
      .reduce((sum, gap) => sum + Math.max(0, Math.min(to, gap.end + stepMs) - Math.max(from, gap.start)), 0)
    const names = { ...(group !== undefined && { group }), ...(unit !== undefined && { unit }) }
    return { seriesId, metric, instance, ...names, flagged: 0, present: 1 - missing / Math.max(1, to - from) }
  })
  const learning = live.series.filter(
    ({ high, count }) => high.every((value) => value === null) && count.some((samples) => samples > 0),
  )
  return {
    ...{ id: address, from, to, intervalMs: stepMs, gaps, series },
    incidents: found.incidents,
    periods: found.periods,
    ...(live.logs !== undefined && { logs: live.logs }),
    ...(position !== null && { provisionalFrom: position + stepMs }),
    learningIds: new Set(learning.map(({ seriesId }) => seriesId)),
  }
}

function findingsOfSeries({ series, periods, gaps, incidents }: LiveAnalysis): Pick<Analysis, 'incidents' | 'periods'> {
  const shown = new Set(series.map(({ seriesId }) => seriesId))
  const own = periods.filter((period) => namedSeries(period).some(({ seriesId }) => shown.has(seriesId)))
  const ids = new Set(own.map(({ id }) => id))
  const isOwnGap = (number: number) => gaps[number - 1]?.seriesIds.some((id) => shown.has(id)) === true
  return {
    periods: own,
    incidents: incidents.filter(
      ({ periodIds, gapNumbers }) => periodIds.some((id) => ids.has(id)) || gapNumbers.some(isOwnGap),
    ),
  }
}
