import type { Metric } from '../metrics/metric-model.ts'

/** More lines than this in a chart are a carpet: those with findings are drawn, the rest on request. */
export const linesAtOnce = 40
/** Of the 5,000 that a chart may hold; a bucket is two points, and flagged ones come on top. */
const pointBudget = 4_400
const fewestBuckets = 40
/** A screen pixel shows no more than half a bucket. */
const mostBuckets = 800

/** How many buckets each line may have, so that a chart stays below its budget. */
export const bucketsFor = (lineCount: number): number =>
  Math.max(fewestBuckets, Math.min(mostBuckets, Math.floor(pointBudget / 2 / Math.max(lineCount, 1))))

/** Which series are drawn: the asked one always, then those with findings, then by name. */
export const drawnSeries = (metric: Metric, asked: string | null): string[] => {
  const rank = (id: string) => (id === asked ? Number.POSITIVE_INFINITY : (metric.named.get(id) ?? 0))
  const chosen = [...metric.series]
    .sort((a, b) => compareRank(rank(a.seriesId), rank(b.seriesId)))
    .slice(0, linesAtOnce)
  const ids = new Set(chosen.map(({ seriesId }) => seriesId))
  return metric.series.filter(({ seriesId }) => ids.has(seriesId)).map(({ seriesId }) => seriesId)
}

/** Descending; two infinities are equal, not NaN. */
const compareRank = (a: number, b: number): number => (a === b ? 0 : b > a ? 1 : -1)

export interface SeriesRequest {
  ids: string[]
  buckets: number
}

export const chartRequest = (metric: Metric, asked: string | null): SeriesRequest => {
  const ids = drawnSeries(metric, asked)
  return { ids, buckets: bucketsFor(ids.length) }
}

/** Coarser than this a summary as wide as the page shows steps. */
const summaryBuckets = 300

/**
 * The degree comes with any series. Where the first chart is fine enough, its request serves the summary as well: on a million
 * rows every request costs the server a second look at all of them.
 */
export const summaryRequest = (first: Metric | undefined, asked: string | null): SeriesRequest => {
  if (first === undefined) return { ids: [], buckets: summaryBuckets }
  const shared = chartRequest(first, asked)
  return shared.buckets >= summaryBuckets ? shared : { ids: shared.ids.slice(0, 1), buckets: 2 * summaryBuckets }
}
