import type { Highlight } from '@omen/charts'
import type { Detection, Gap, Period, PeriodSeries, SeriesStatistics } from '@omen/sdk'
import { severityRank } from '../../../ui/severity/severity-name.ts'

/** A chart's worth of series: one metric, a line an instance. */
export interface Metric {
  name: string
  unit: string
  series: SeriesStatistics[]
  periods: Period[]
  gaps: Gap[]
  /** What its periods name, and how loudly: severity times share, added up. */
  named: ReadonlyMap<string, number>
  /** The loudest of its periods; 0 where it has none. */
  worst: number
  /** Share of values that are there, of the series that has the fewest. */
  present: number
}

/** Below this a chart says that data is missing. */
export const enoughPresent = 0.95

/** Every series has some part in a joint model's finding; below this, of the largest part, it is not what the period is about. */
const notableShare = 0.05

/** What a period is about, the largest part first. */
export const namedSeries = ({ series }: Pick<Period, 'series'>): PeriodSeries[] => {
  const most = series.reduce((largest, { share }) => Math.max(largest, share), 0)
  return series.filter(({ share }) => share >= most * notableShare).sort((a, b) => b.share - a.share)
}

const loudness = (periods: readonly Period[]): Map<string, number> => {
  const found = new Map<string, number>()
  for (const period of periods) {
    for (const { seriesId, share } of namedSeries(period)) {
      found.set(seriesId, (found.get(seriesId) ?? 0) + share * severityRank(period.val))
    }
  }
  return found
}

export const metricsOf = (detection: Pick<Detection, 'series' | 'periods' | 'gaps'>): Metric[] => {
  const byMetric = Map.groupBy(detection.series, (series) => series.metric)
  const metricOf = new Map(detection.series.map((series) => [series.seriesId, series.metric]))
  const periods = byNames(detection.periods, (period) => namedSeries(period).map(({ seriesId }) => seriesId), metricOf)
  const loud = loudness(detection.periods)
  const gaps = byNames(detection.gaps, (gap) => gap.seriesIds, metricOf)
  const metrics = [...byMetric].map(([name, series]) => ({
    name,
    unit: series.find(({ unit }) => unit !== undefined)?.unit ?? '',
    series: [...series].sort((a, b) => natural(a.instance, b.instance)),
    periods: periods.get(name) ?? [],
    gaps: gaps.get(name) ?? [],
    named: new Map(series.flatMap(({ seriesId }) => (loud.has(seriesId) ? [[seriesId, loud.get(seriesId) ?? 0]] : []))),
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
  const own = namedSeries(period).find(({ seriesId }) => ids.has(seriesId))
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
  const named = period && period.series.length > 0 ? new Set(namedSeries(period).map(({ seriesId }) => seriesId)) : null
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
  const own = period && namedSeries(period).find(({ seriesId }) => ids.has(seriesId))
  if (own) return own.seriesId
  const loudest = [...metric.named].sort((a, b) => b[1] - a[1])[0]
  if (loudest !== undefined) return loudest[0]
  return metric.series.length === 1 ? (metric.series[0]?.seriesId ?? null) : null
}
