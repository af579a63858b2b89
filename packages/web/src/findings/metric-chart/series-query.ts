import { bucketsFor, drawnSeries } from '@omen/charts'
import type { Metric } from '../metrics/metric-model.ts'

export interface SeriesRequest {
  ids: string[]
  buckets: number
}

export const chartRequest = (metric: Metric, asked: string | null): SeriesRequest => {
  const ids = drawnSeries(metric.series, metric.named, asked)
  return { ids, buckets: bucketsFor(ids.length) }
}

/** With fewer buckets a full-width summary shows visible steps. */
const summaryBuckets = 300

/**
 * The degree is returned with any series. If the first chart is fine enough, its request serves the summary too: on a million
 * rows every request makes the server read all of them again.
 */
export const summaryRequest = (first: Metric | undefined, asked: string | null): SeriesRequest => {
  if (first === undefined) return { ids: [], buckets: summaryBuckets }
  const shared = chartRequest(first, asked)
  return shared.buckets >= summaryBuckets ? shared : { ids: shared.ids.slice(0, 1), buckets: 2 * summaryBuckets }
}
