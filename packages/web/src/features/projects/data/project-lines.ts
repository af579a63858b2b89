import type { ChartLine } from '@omen/charts'
import type { ProjectData, ProjectSeries } from '@omen/sdk'

/** The series of one chart: a metric with a line per instance. */
export interface ProjectMetric {
  name: string
  unit: string
  series: ProjectSeries[]
}

const natural = (a: string, b: string): number => a.localeCompare(b, undefined, { numeric: true })

/** Series by metric, both in natural order. */
export const metricsOf = (series: readonly ProjectSeries[]): ProjectMetric[] =>
  [...Map.groupBy(series, ({ metric }) => metric)]
    .map(([name, own]) => ({
      name,
      unit: own.find(({ unit }) => unit !== undefined)?.unit ?? '',
      series: own.toSorted((a, b) => natural(a.instance, b.instance)),
    }))
    .sort((a, b) => natural(a.name, b.name))

/**
 * Some series of a metric as lines of a chart, coloured by their place among all of its series. Buckets without a sample are left
 * out: whether one is missing depends on how often the series really sends, not on the length of the buckets.
 */
export const projectLines = (
  { times, series }: Pick<ProjectData, 'times' | 'series'>,
  metric: ProjectMetric,
  ids: readonly string[],
): ChartLine[] =>
  series.flatMap((one) => {
    if (!ids.includes(one.seriesId)) return []
    const present = one.count.flatMap((count, index) => (count > 0 ? [index] : []))
    const pick = <T>(values: readonly T[]): T[] => present.map((index) => values[index] as T)
    return [
      {
        id: one.seriesId,
        seriesId: one.seriesId,
        label: one.instance === '' ? metric.name : one.instance,
        colorIndex: metric.series.findIndex(({ seriesId }) => seriesId === one.seriesId),
        times: pick(times),
        min: pick(one.min),
        max: pick(one.max),
        count: pick(one.count),
      },
    ]
  })

/** Samples of all series together. */
export const samplesIn = (series: readonly Pick<ProjectSeries, 'count'>[]): number =>
  series.reduce((sum, { count }) => sum + count.reduce((own, one) => own + one, 0), 0)

/** The bucket of the latest sample of a series; null without any. */
export const latestOf = ({ times }: Pick<ProjectData, 'times'>, { min, max, count }: ProjectSeries) => {
  const index = count.findLastIndex((one) => one > 0)
  const [time, low, high] = [times[index], min[index], max[index]]
  return time === undefined || low == null || high == null ? null : { time, low, high }
}
