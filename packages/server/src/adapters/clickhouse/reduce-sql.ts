import type { Reduction, TimeSpan } from '../../ports/point-store.ts'
import { among, timeCondition } from './sql-text.ts'

/** A dataset and what it is read from: a table, FINAL where rows of it replace each other. */
export interface Source {
  readonly dataset: string
  readonly source: string
}

/** The join runs over the points and looks each up among the few buckets. */
export function reduceScoresSql(scores: Source, points: Source, threshold: number, reduction: Reduction): string {
  const grouped = `SELECT series, ${bucketOf(reduction)} AS bucket, avgIf(low, isFinite(low)) AS low, avgIf(high, isFinite(high)) AS high, minIf(probability, isFinite(probability)) AS p, argMinIf(side, probability, isFinite(probability)) AS side, countIf(probability < ${threshold}) > 0 AS isFlagged, argMinIf(ts, probability, probability < ${threshold}) AS at FROM ${scores.source} WHERE ${among(scores.dataset, reduction.series)} AND ${timeCondition(reduction)} GROUP BY series, bucket`
  const values = `SELECT series, ts, value FROM ${points.source} WHERE ${among(points.dataset, reduction.series)} AND ${timeCondition(reduction)}`
  return `WITH g AS (${grouped}) SELECT g.series AS series, g.bucket AS bucket, toFloat64(g.low), toFloat64(g.high), toFloat64(g.p), g.side, if(g.isFlagged, toFloat64(g.at), nan), if(g.isFlagged, v.value, nan) FROM (${values}) AS v RIGHT JOIN g ON v.series = g.series AND v.ts = g.at ORDER BY series, bucket`
}

export function bucketOf(reduction: TimeSpan & { bucketMs: number }): string {
  return `toUInt32(intDiv(ts - ${Math.trunc(reduction.from)}, ${Math.max(1, Math.trunc(reduction.bucketMs))}))`
}
