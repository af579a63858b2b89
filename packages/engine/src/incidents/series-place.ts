import { parseSeriesName } from '../series/series-name.ts'

/** What a series id says of its metric and where it was measured; an id of another shape is a metric of its own. */
export function seriesPlace(seriesId: string): { metric: string; instance: string } {
  try {
    const { metric, instance, service = '' } = parseSeriesName(seriesId)
    return { metric, instance: instance === '' ? service : instance }
  } catch {
    return { metric: seriesId, instance: '' }
  }
}
