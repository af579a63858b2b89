import type { ChartLine } from '../model/chart-types.ts'
import type { FindingPeriod, MetricFindings, ReducedData } from './finding-types.ts'
import { namedSeries } from './named-series.ts'

/** Up to this many instances are distinguishable without greying some of them. */
const FEW_LINES = 2

interface LineOptions {
  /** A bucket without samples is no gap: it is left out, and the line goes on to the next sample. */
  hasEmptyBuckets?: boolean | undefined
}

/**
 * The server's reduced series as lines of a chart, on the page and in an image. Colours stay with a metric's instances,
 * whichever are drawn; if some instances are anomalous, the others are drawn as peers.
 */
export function toChartLines(
  data: ReducedData,
  metric: MetricFindings,
  { hasEmptyBuckets = false }: LineOptions = {},
): ChartLine[] {
  const byId = new Map(metric.series.map((series, index) => [series.seriesId, { series, index }]))
  const spans = periodSpans(metric.periods)
  const isAnyNamed = metric.series.some(({ seriesId }) => spans.has(seriesId))
  return data.series.flatMap((reduced) => {
    const entry = byId.get(reduced.seriesId)
    if (entry === undefined) return []
    const { series, index } = entry
    const isPeer = isAnyNamed && !spans.has(series.seriesId) && metric.series.length > FEW_LINES
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
      flagged: reduced.flagged.flatMap(({ time, value, val }) => {
        const span = spans.get(reduced.seriesId)?.find(({ start, end }) => time >= start && time <= end)
        const score = val === undefined ? undefined : Math.abs(val)
        return span === undefined ? [] : [{ t: time, v: value, score, side: span.side }]
      }),
      expected: reduced.low && reduced.high ? { low: reduced.low, high: reduced.high } : undefined,
      score: reduced.score,
      stepMs: data.bucketMs,
    }
    return [hasEmptyBuckets ? withoutEmpty(line, reduced.count) : line]
  })
}

function withoutEmpty(line: ChartLine, count: readonly number[]): ChartLine {
  const present = count.flatMap((samples, index) => (samples > 0 ? [index] : []))
  const pick = <T>(values: ArrayLike<T>): T[] => present.map((index) => values[index]!)
  const { low, high } = line.expected ?? {}
  return {
    ...line,
    times: pick(line.times),
    min: pick(line.min),
    max: pick(line.max),
    count: pick(count),
    expected: low && high ? { low: pick(low), high: pick(high) } : undefined,
    score: line.score && pick(line.score),
    stepMs: undefined,
  }
}

/** A period of one series, and on which side of its range that series was. */
interface SeriesSpan {
  start: number
  end: number
  side: 1 | -1
}

/** Periods by the series they name: a single sample above its threshold is not a finding, and gets no dot. */
function periodSpans(periods: readonly FindingPeriod[]): Map<string, SeriesSpan[]> {
  const spans = new Map<string, SeriesSpan[]>()
  for (const period of periods) {
    const { start, end, val } = period
    for (const { seriesId, side } of namedSeries(period)) {
      const span: SeriesSpan = { start, end, side: (side || Math.sign(val) || 1) < 0 ? -1 : 1 }
      const spansOfSeries = spans.get(seriesId)
      if (spansOfSeries) spansOfSeries.push(span)
      else spans.set(seriesId, [span])
    }
  }
  return spans
}
