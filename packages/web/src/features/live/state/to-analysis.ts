import { namedSeries } from '@omen/charts/findings'
import { type LiveAnalysis, metricTitle, type ProjectEvent, type SeriesStatistics } from '@omen/sdk'
import type { Analysis } from '../../../findings/analysis.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { HOUR_MS } from './live-atoms.ts'

interface Shown {
  /** The project is the caller's. */
  isMine: boolean
  /** Only some series are shown: it speaks of those alone. */
  isFiltered: boolean
  /** Room for a forecast, hours; 0 for none. */
  predictHours: number
  /** What changed; undefined while that is not known. */
  changes?: readonly ProjectEvent[] | undefined
}

/** A project as of now, as the analysis view takes it. */
export const toAnalysis = (
  address: string,
  live: LiveAnalysis,
  { isMine, isFiltered, predictHours, changes }: Shown,
): Analysis => {
  const { from, to, stepMs, gaps, position } = live
  const found = isFiltered ? findingsOfSeries(live) : live
  const series = live.series.map((line): SeriesStatistics => {
    const { seriesId, instance, group, unit } = line
    const missing = gaps
      .filter(({ seriesIds }) => seriesIds.includes(seriesId))
      .reduce((sum, gap) => sum + Math.max(0, Math.min(to, gap.end + stepMs) - Math.max(from, gap.start)), 0)
    const names = { ...(group !== undefined && { group }), ...(unit !== undefined && { unit }) }
    return {
      seriesId,
      metric: metricTitle(line),
      instance,
      ...names,
      flagged: 0,
      present: 1 - missing / Math.max(1, to - from),
    }
  })
  const learning = live.series.filter(
    ({ high, count }) => high.every((value) => value === null) && count.some((samples) => samples > 0),
  )
  return {
    id: address,
    mine: isMine,
    from,
    to: to + predictHours * HOUR_MS,
    intervalMs: stepMs,
    gaps,
    series,
    ...(predictHours > 0 && { latestDataTimestamp: lastData(live), forecasts: forecastsOf(live) }),
    // At another sensitivity they are others
    ...(live.stored === undefined && { incidentPath }),
    incidents: found.incidents,
    periods: found.periods,
    ...(live.logs !== undefined && { logs: live.logs }),
    ...(changes !== undefined && { changes }),
    ...(position !== null && { provisionalFrom: position + stepMs }),
    learningIds: new Set(learning.map(({ seriesId }) => seriesId)),
  }
}

/** The sample that is known to be the newest: its time is written less often than rows are scored. */
const lastData = ({ latestDataTimestamp, position, to }: LiveAnalysis): number =>
  Math.max(latestDataTimestamp ?? 0, position ?? 0) || to

function forecastsOf({ forecast }: LiveAnalysis): NonNullable<Analysis['forecasts']> {
  const { times = [], series = [] } = forecast ?? {}
  return new Map(series.map(({ seriesId, mid, low, high }) => [seriesId, { times, mid, low, high }]))
}

/** The findings of the series of an answer, which has those of all. */
export function findingsOfSeries({
  series,
  periods,
  gaps,
  incidents,
}: LiveAnalysis): Pick<LiveAnalysis, 'incidents' | 'periods'> {
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
