import type { ReducedPoints, Reduction } from '../../ports/point-store.ts'
import { bucketOf } from './reduce-sql.ts'
import type { SelectColumns } from './select-columns.ts'
import { timeCondition } from './sql-text.ts'

/** Least and greatest value, number of values and their times by series and bucket, of the rows that a condition leaves of a table. */
export async function reducePoints(
  select: SelectColumns,
  name: string,
  rows: string,
  reduction: Reduction,
): Promise<ReducedPoints> {
  const [series, bucket, min, max, count, first, last] = await select<
    [Uint32Array, Uint32Array, Float64Array, Float64Array, Uint32Array, Float64Array, Float64Array]
  >(
    name,
    ['UInt32', 'UInt32', 'Float64', 'Float64', 'UInt32', 'Float64', 'Float64'],
    `SELECT series, ${bucketOf(reduction)} AS bucket, minIf(value, isFinite(value)) AS lowest, maxIf(value, isFinite(value)) AS highest, toUInt32(countIf(isFinite(value))) AS n, toFloat64(minIf(ts, isFinite(value))), toFloat64(maxIf(ts, isFinite(value))) FROM ${rows} AND ${timeCondition(reduction)} GROUP BY series, bucket HAVING n > 0 ORDER BY series, bucket`,
  )
  return { series, bucket, min, max, count, first, last }
}
