import type { ChartLine } from '@omen/charts'
import type { Period, SeriesData } from '@omen/sdk'
import { type Metric, namedSeries } from '../metrics/metric-model.ts'

/** The server's reduced series as lines of a chart. A metric's colours stay with its instances, whatever is drawn of them. */
export const toChartLines = (data: SeriesData, metric: Metric): ChartLine[] => {
  const place = new Map(metric.series.map((series, index) => [series.seriesId, { series, index }]))
  const spans = periodSpans(metric)
  return data.series.flatMap((reduced) => {
    const known = place.get(reduced.seriesId)
    if (known === undefined) return []
    const { series, index } = known
    // Where some instances are odd, the others are their background.
    const isPeer = metric.named.size > 0 && !metric.named.has(series.seriesId) && metric.series.length > 2
    const line: ChartLine = {
      id: reduced.seriesId,
      seriesId: reduced.seriesId,
      label: series.instance === '' ? metric.name : series.instance,
      colorIndex: index,
      tone: isPeer ? 'peer' : undefined,
      times: data.times,
      min: reduced.min,
      max: reduced.max,
      count: reduced.count,
      flagged: reduced.flagged
        .filter(({ time }) => spans.get(reduced.seriesId)?.some(({ start, end }) => time >= start && time <= end))
        .map(({ time, value, val }) => ({ t: time, v: value, score: val === undefined ? undefined : Math.abs(val) })),
      expected: reduced.low && reduced.high ? { low: reduced.low, high: reduced.high } : undefined,
      score: reduced.score,
      stepMs: data.bucketMs,
    }
    return [line]
  })
}

/** When each series is part of what a period is about: a lone sample above its threshold is not a finding, and gets no dot. */
const periodSpans = (metric: Metric): Map<string, Period[]> => {
  const spans = new Map<string, Period[]>()
  for (const period of metric.periods) {
    for (const { seriesId } of namedSeries(period)) spans.set(seriesId, [...(spans.get(seriesId) ?? []), period])
  }
  return spans
}
