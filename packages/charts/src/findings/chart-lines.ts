import type { ChartLine } from '../model/chart-types.ts'
import type { FindingPeriod, MetricFindings, ReducedData } from './finding-types.ts'
import { namedSeries } from './named-series.ts'

/** Up to this many instances are distinguishable without greying some of them. */
const fewLines = 2

/**
 * The server's reduced series as lines of a chart, on the page and in an image. Colours stay with a metric's instances,
 * whichever are drawn; if some instances are anomalous, the others are drawn as peers.
 */
export function toChartLines(data: ReducedData, metric: MetricFindings): ChartLine[] {
  const byId = new Map(metric.series.map((series, index) => [series.seriesId, { series, index }]))
  const spans = periodSpans(metric.periods)
  const isAnyNamed = metric.series.some(({ seriesId }) => spans.has(seriesId))
  return data.series.flatMap((reduced) => {
    const entry = byId.get(reduced.seriesId)
    if (entry === undefined) return []
    const { series, index } = entry
    const isPeer = isAnyNamed && !spans.has(series.seriesId) && metric.series.length > fewLines
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

/** Periods by the series they name: a single sample above its threshold is not a finding, and gets no dot. */
function periodSpans(periods: readonly FindingPeriod[]): Map<string, FindingPeriod[]> {
  const spans = new Map<string, FindingPeriod[]>()
  for (const period of periods) {
    for (const { seriesId } of namedSeries(period)) {
      const periodsOfSeries = spans.get(seriesId)
      if (periodsOfSeries) periodsOfSeries.push(period)
      else spans.set(seriesId, [period])
    }
  }
  return spans
}
