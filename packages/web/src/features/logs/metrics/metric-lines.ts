import {
  type ChartLine,
  drawnSeries,
  type Highlight,
  type MetricFindings,
  metricFindings,
  namedWeights,
  toChartLines,
  toHighlight,
} from '@omen/charts'
import { type LiveAnalysis, metricTitle, type Period } from '@omen/sdk'

type Series = LiveAnalysis['series'][number]

/** A metric of a project with what was found on it. */
export interface ShownMetric extends MetricFindings<Period, Series> {
  /** As the API names it. */
  metric: string
  unit: string
}

/** Every metric of an answer, in its order: those that findings name come first. */
export const metricsOf = ({ series, periods }: Pick<LiveAnalysis, 'series' | 'periods'>): ShownMetric[] =>
  [...Map.groupBy(series, ({ metric }) => metric)].map(([metric, own]) => ({
    ...metricFindings(metricTitle(own[0]!), own, periods),
    metric,
    unit: own.find(({ unit }) => unit !== undefined)?.unit ?? '',
  }))

/** The line to draw with its band: the one that is asked for, else the one that findings name most. */
export const focusOf = ({ series, periods }: ShownMetric, asked: string): string | null => {
  if (series.some(({ seriesId }) => seriesId === asked)) return asked
  const weights = namedWeights(periods)
  const [first] = series.toSorted((a, b) => (weights.get(b.seriesId) ?? 0) - (weights.get(a.seriesId) ?? 0))
  return first?.seriesId ?? null
}

/** Values as lines under bars for what was found; a bar has the id of the incident that it is part of, if of any. */
export const metricChart = (
  values: Pick<LiveAnalysis, 'times' | 'bucketMs' | 'series'>,
  metric: ShownMetric,
  { incidents, focus }: { incidents: LiveAnalysis['incidents']; focus: string | null },
): { lines: ChartLine[]; highlights: Highlight[] } => {
  const drawn = new Set(drawnSeries(metric.series, namedWeights(metric.periods), focus))
  const series = values.series.filter(({ seriesId }) => drawn.has(seriesId))
  const incidentOf = new Map(incidents.flatMap(({ id, periodIds }) => periodIds.map((one) => [one, id] as const)))
  const own = new Set(metric.series.map(({ seriesId }) => seriesId))
  return {
    lines: toChartLines({ ...values, series }, metric, { hasEmptyBuckets: true }),
    highlights: metric.periods.map((period) => {
      const { id: _, ...highlight } = toHighlight(period, own)
      const id = incidentOf.get(period.id)
      return id === undefined ? highlight : { ...highlight, id }
    }),
  }
}
