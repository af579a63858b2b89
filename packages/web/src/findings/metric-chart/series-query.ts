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
