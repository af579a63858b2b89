import type { ChartLine } from '@omen/charts'
import type { SeriesData } from '@omen/sdk'
import type { Metric } from '../metrics/metric-model.ts'

/** The server's reduced series as lines of a chart. A metric's colours stay with its instances, whatever is drawn of them. */
export const toChartLines = (data: SeriesData, metric: Metric): ChartLine[] => {
  const place = new Map(metric.series.map((series, index) => [series.seriesId, { series, index }]))
  const hasFindings = metric.series.some(({ flagged }) => flagged > 0)
  return data.series.flatMap((reduced) => {
    const known = place.get(reduced.seriesId)
    if (known === undefined) return []
    const { series, index } = known
    // Where some instances are odd, the others are their background.
    const isPeer = hasFindings && series.flagged === 0 && metric.series.length > 2
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
      flagged: reduced.flagged.map(({ time, value, val }) => ({
        t: time,
        v: value,
        score: val === undefined ? undefined : Math.abs(val),
      })),
      expected: reduced.low && reduced.high ? { low: reduced.low, high: reduced.high } : undefined,
      score: reduced.score,
      stepMs: data.bucketMs,
    }
    return [line]
  })
}
