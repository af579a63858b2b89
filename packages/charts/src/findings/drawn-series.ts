/** More lines than this are unreadable and coarse: those with findings are drawn, the rest on request. */
export const LINES_AT_ONCE = 16
/** Of the 5,000 that a chart may hold; a bucket is two points, and flagged ones come on top. */
const POINT_BUDGET = 4_400
const FEWEST_BUCKETS = 40
/** A screen pixel shows no more than half a bucket. */
const MAX_BUCKETS = 800

/** How many buckets each line may have, so that a chart stays below its budget. */
export function bucketsFor(lineCount: number): number {
  return Math.max(FEWEST_BUCKETS, Math.min(MAX_BUCKETS, Math.floor(POINT_BUDGET / 2 / Math.max(lineCount, 1))))
}

/**
 * The series of a metric to draw, in their order: always the requested one, then those with the most weight in findings (see
 * `namedWeights`), then by name.
 */
export function drawnSeries(
  series: readonly { seriesId: string }[],
  weights: ReadonlyMap<string, number>,
  asked: string | null,
): string[] {
  const rank = (id: string) => (id === asked ? Number.POSITIVE_INFINITY : (weights.get(id) ?? 0))
  const chosen = [...series].sort((a, b) => compareRank(rank(a.seriesId), rank(b.seriesId))).slice(0, LINES_AT_ONCE)
  const ids = new Set(chosen.map(({ seriesId }) => seriesId))
  return series.filter(({ seriesId }) => ids.has(seriesId)).map(({ seriesId }) => seriesId)
}

/** Descending; two infinities are equal, not NaN. */
function compareRank(a: number, b: number): number {
  return a === b ? 0 : b > a ? 1 : -1
}
