import type { FindingPeriod, InstanceSeries, MetricFindings } from './finding-types.ts'
import { namedSeries } from './named-series.ts'

/** Natural order of instances: node2 before node10. The order decides a line's colour. */
export function byInstance(a: { instance: string }, b: { instance: string }): number {
  return a.instance.localeCompare(b.instance, undefined, { numeric: true })
}

/** One metric of a detection: its series in order, and the periods that name one of them. */
export function metricFindings<Period extends FindingPeriod, Series extends InstanceSeries>(
  name: string,
  series: readonly Series[],
  periods: readonly Period[],
): MetricFindings<Period, Series> {
  const ids = new Set(series.map(({ seriesId }) => seriesId))
  return {
    name,
    series: [...series].sort(byInstance),
    periods: periods.filter((period) => namedSeries(period).some(({ seriesId }) => ids.has(seriesId))),
  }
}
