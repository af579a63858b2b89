import type { SeriesKey } from './frame.ts'

/** Columns that report the same metric of the same service, in the order of their first. */
export function groupByMetric(series: readonly SeriesKey[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const [column, { metric, service }] of series.entries()) {
    const name = JSON.stringify([metric, service])
    const columns = groups.get(name)
    if (columns === undefined) groups.set(name, [column])
    else columns.push(column)
  }
  return [...groups.values()]
}
