import type { Highlight } from '@omen/charts'
import type { Detection, Gap, Period, SeriesStatistics } from '@omen/sdk'
import { severityRank } from '../../../ui/severity/severity-name.ts'

/** A chart's worth of series: one metric, a line an instance. */
export interface Metric {
  name: string
  unit: string
  series: SeriesStatistics[]
  periods: Period[]
  gaps: Gap[]
  /** The loudest of its periods; 0 where it has none. */
  worst: number
  /** Share of values that are there, of the series that has the fewest. */
  present: number
}

/** Below this a chart says that data is missing. */
export const enoughPresent = 0.95

export const metricsOf = (detection: Pick<Detection, 'series' | 'periods' | 'gaps'>): Metric[] => {
  const byMetric = Map.groupBy(detection.series, (series) => series.metric)
  const metricOf = new Map(detection.series.map((series) => [series.seriesId, series.metric]))
  const periods = byNames(detection.periods, (period) => period.series.map(({ seriesId }) => seriesId), metricOf)
  const gaps = byNames(detection.gaps, (gap) => gap.seriesIds, metricOf)
  const metrics = [...byMetric].map(([name, series]) => ({
    name,
    unit: series.find(({ unit }) => unit !== undefined)?.unit ?? '',
    series: [...series].sort((a, b) => natural(a.instance, b.instance)),
    periods: periods.get(name) ?? [],
    gaps: gaps.get(name) ?? [],
    worst: Math.max(0, ...(periods.get(name) ?? []).map((period) => severityRank(period.val))),
    present: Math.min(1, ...series.map(({ present }) => present)),
  }))
  return metrics.sort(findingsFirst)
}

/** What each metric is named in, once an item however many of its series are. */
function byNames<T>(
  items: readonly T[],
  names: (item: T) => readonly string[],
  metricOf: Map<string, string>,
): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const item of items) {
    for (const metric of new Set(names(item).map((id) => metricOf.get(id)))) {
      if (metric !== undefined) found.set(metric, [...(found.get(metric) ?? []), item])
    }
  }
  return found
}

const natural = (a: string, b: string): number => a.localeCompare(b, undefined, { numeric: true })

const findingsFirst = (a: Metric, b: Metric): number =>
  b.worst - a.worst || Number(b.present < enoughPresent) - Number(a.present < enoughPresent) || natural(a.name, b.name)

/** A period as the chart of one metric shows it: with the direction in which this metric went. */
export const toHighlight = (period: Period, ids: ReadonlySet<string>): Highlight => {
  const own = period.series.filter(({ seriesId }) => ids.has(seriesId)).sort((a, b) => b.share - a.share)[0]
  const isTurned = own !== undefined && own.side !== 0 && period.kind !== 'down'
  return {
    id: period.id,
    start: period.start,
    end: period.end,
    val: isTurned ? Math.abs(period.val) * own.side : period.val,
    sentence: period.sentence,
    ...(period.isMissingValue && { isMissingValue: true }),
    ...(period.color !== undefined && { color: period.color }),
  }
}

export interface MetricFilter {
  query: string
  findingsOnly: boolean
  /** Only what this period names. */
  period: Period | null
}

export const filterMetrics = (metrics: readonly Metric[], { query, findingsOnly, period }: MetricFilter): Metric[] => {
  const words = query.trim().toLowerCase()
  const named = period && period.series.length > 0 ? new Set(period.series.map(({ seriesId }) => seriesId)) : null
  return metrics.filter(
    (metric) =>
      (words === '' || metric.name.toLowerCase().includes(words)) &&
      (!findingsOnly || metric.periods.length > 0) &&
      (named === null || metric.series.some(({ seriesId }) => named.has(seriesId))),
  )
}

/** The line to show with its band: the one that the open period, or all periods together, speak of most. */
export const leadingSeries = (metric: Metric, period: Period | null): string | null => {
  const ids = new Set(metric.series.map(({ seriesId }) => seriesId))
  const named = (period?.series ?? []).filter(({ seriesId }) => ids.has(seriesId)).sort((a, b) => b.share - a.share)[0]
  if (named !== undefined) return named.seriesId
  const flagged = [...metric.series].sort((a, b) => b.flagged - a.flagged)[0]
  if (metric.periods.length > 0 && flagged !== undefined && flagged.flagged > 0) return flagged.seriesId
  return metric.series.length === 1 ? (metric.series[0]?.seriesId ?? null) : null
}
