import { byInstance, namedSeries, namedWeights } from '@omen/charts'
import type { Detection, Gap, Period, SeriesStatistics } from '@omen/sdk'
import { severityRank } from '../../ui/severity/severity-name.ts'

/** The series of one chart: a metric with a line per instance. */
export interface Metric {
  name: string
  unit: string
  series: SeriesStatistics[]
  periods: Period[]
  gaps: Gap[]
  /** Weight of each series that its periods name: the sum of severity times share. */
  named: ReadonlyMap<string, number>
  /** Severity of its most severe period; 0 if it has none. */
  worst: number
  /** Share of non-missing values, of the series with the fewest. */
  present: number
}

/** Below this a chart shows that data is missing. */
export const enoughPresent = 0.95

export const metricsOf = (detection: Pick<Detection, 'series' | 'periods' | 'gaps'>): Metric[] => {
  const byMetric = Map.groupBy(detection.series, (series) => series.metric)
  const metricOf = new Map(detection.series.map((series) => [series.seriesId, series.metric]))
  const periods = byNames(detection.periods, (period) => namedSeries(period).map(({ seriesId }) => seriesId), metricOf)
  const weights = namedWeights(detection.periods)
  const gaps = byNames(detection.gaps, (gap) => gap.seriesIds, metricOf)
  const metrics = [...byMetric].map(([name, series]) => ({
    name,
    unit: series.find(({ unit }) => unit !== undefined)?.unit ?? '',
    series: [...series].sort(byInstance),
    periods: periods.get(name) ?? [],
    gaps: gaps.get(name) ?? [],
    named: new Map(
      series.flatMap(({ seriesId }) => (weights.has(seriesId) ? [[seriesId, weights.get(seriesId) ?? 0]] : [])),
    ),
    worst: Math.max(0, ...(periods.get(name) ?? []).map((period) => severityRank(period.val))),
    present: Math.min(1, ...series.map(({ present }) => present)),
  }))
  return metrics.sort(findingsFirst)
}

/** Items by the metrics they name, once per item regardless of the number of series. */
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

export interface MetricFilter {
  query: string
  findingsOnly: boolean
  /** Only what this period names. */
  period: Period | null
}

export const filterMetrics = (metrics: readonly Metric[], { query, findingsOnly, period }: MetricFilter): Metric[] => {
  const words = query.trim().toLowerCase()
  const named = period && period.series.length > 0 ? new Set(namedSeries(period).map(({ seriesId }) => seriesId)) : null
  return metrics.filter(
    (metric) =>
      (words === '' || metric.name.toLowerCase().includes(words)) &&
      (!findingsOnly || metric.periods.length > 0) &&
      (named === null || metric.series.some(({ seriesId }) => named.has(seriesId))),
  )
}

/** The line to show with its band: the one with the most weight in the open period, or in all periods. */
export const leadingSeries = (metric: Metric, period: Period | null): string | null => {
  const ids = new Set(metric.series.map(({ seriesId }) => seriesId))
  const own = period && namedSeries(period).find(({ seriesId }) => ids.has(seriesId))
  if (own) return own.seriesId
  const loudest = [...metric.named].sort((a, b) => b[1] - a[1])[0]
  if (loudest !== undefined) return loudest[0]
  return metric.series.length === 1 ? (metric.series[0]?.seriesId ?? null) : null
}
