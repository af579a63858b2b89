import { byInstance, namedSeries, namedWeights } from '@omen/charts'
import type { Gap, Period, SeriesStatistics } from '@omen/sdk'
import { severityRank } from '../../ui/severity/severity-name.ts'
import type { Analysis } from '../analysis.ts'

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
export const ENOUGH_PRESENT = 0.95

export const metricsOf = (analysis: Pick<Analysis, 'series' | 'periods' | 'gaps'>): Metric[] => {
  const byMetric = Map.groupBy(analysis.series, (series) => series.metric)
  const metricOf = new Map(analysis.series.map((series) => [series.seriesId, series.metric]))
  const periods = byNames(analysis.periods, (period) => namedSeries(period).map(({ seriesId }) => seriesId), metricOf)
  const weights = namedWeights(analysis.periods)
  const gaps = byNames(analysis.gaps, (gap) => gap.seriesIds, metricOf)
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
  b.worst - a.worst ||
  Number(b.present < ENOUGH_PRESENT) - Number(a.present < ENOUGH_PRESENT) ||
  natural(a.name, b.name)

/** How much each metric took part in some incidents: severity times share of its series, summed. */
export const partOf = (metrics: readonly Metric[], periods: readonly Period[]): ReadonlyMap<string, number> => {
  const weights = namedWeights(periods)
  const parts = metrics.map(({ name, series }) => {
    const part = series.reduce((sum, { seriesId }) => sum + (weights.get(seriesId) ?? 0), 0)
    return [name, part] as const
  })
  return new Map(parts)
}

/** So many charts are shown even where fewer metrics took part. */
const FEWEST_SHOWN = 5

/** Metrics by their part, and those without one that are folded away: those beyond the first few. */
export const orderByPart = (
  metrics: readonly Metric[],
  parts: ReadonlyMap<string, number>,
): { shown: Metric[]; folded: Metric[] } => {
  const part = ({ name }: Metric) => parts.get(name) ?? 0
  const ordered = [...metrics].sort((a, b) => part(b) - part(a))
  const taking = ordered.filter((metric) => part(metric) > 0).length
  const count = taking === 0 ? ordered.length : Math.max(taking, FEWEST_SHOWN)
  return { shown: ordered.slice(0, count), folded: ordered.slice(count) }
}

/** The line to show with its band: the one with the most weight in these periods, else that of an instance, else in all periods. */
export const leadingSeries = (
  metric: Metric,
  periods: readonly Period[],
  instances: readonly string[] = [],
): string | null => {
  const weights = namedWeights(periods)
  const weightOf = ({ seriesId }: SeriesStatistics) => weights.get(seriesId) ?? 0
  const own = [...metric.series].sort((a, b) => weightOf(b) - weightOf(a))[0]
  if (own !== undefined && weightOf(own) > 0) return own.seriesId
  const there = metric.series.find(({ instance }) => instances.includes(instance))
  if (there !== undefined) return there.seriesId
  const loudest = [...metric.named].sort((a, b) => b[1] - a[1])[0]
  if (loudest !== undefined) return loudest[0]
  return metric.series[0]?.seriesId ?? null
}
