import type { BucketSpan, Reduction } from '../../ports/point-store.ts'
import { among, amongPoints, literal, timeCondition } from './sql-text.ts'

/** A dataset and what it is read from: a table, FINAL where rows of it replace each other. */
export interface Source {
  readonly dataset: string
  readonly source: string
}

/** Of each bucket the time of its least probable flagged point, NaN where it has none. */
export function reduceScoresSql({ dataset, source }: Source, threshold: number, reduction: Reduction): string {
  const isFlagged = `probability < ${threshold}`
  const figures = [
    'toFloat64(avgIf(low, isFinite(low)))',
    'toFloat64(avgIf(high, isFinite(high)))',
    'toFloat64(minIf(probability, isFinite(probability)))',
    'argMinIf(side, probability, isFinite(probability))',
    `if(countIf(${isFlagged}) > 0, toFloat64(argMinIf(ts, probability, ${isFlagged})), nan)`,
  ]
  const condition = `${among(dataset, reduction.series)} AND ${timeCondition(reduction)}`
  return `SELECT series, ${bucketOf(reduction)} AS bucket, ${figures.join(', ')} FROM ${source} WHERE ${condition} GROUP BY series, bucket ORDER BY series, bucket`
}

/** Some points, by the series and the time of each. To join all points of a span with its flagged scores takes five times as long as both reads. */
export function pointsAtSql({ dataset, source }: Source, series: Uint32Array, times: Float64Array): string {
  const condition = `dataset = ${literal(dataset)} AND ${amongPoints(series, times)}`
  return `SELECT series, toFloat64(ts) AS t, value FROM ${source} WHERE ${condition} ORDER BY series, ts`
}

export function bucketOf({ from, bucketMs, lastBucket }: BucketSpan): string {
  const bucket = `intDiv(ts - ${Math.trunc(from)}, ${Math.max(1, Math.trunc(bucketMs))})`
  return `toUInt32(${lastBucket === undefined ? bucket : `least(${bucket}, ${lastBucket})`})`
}
