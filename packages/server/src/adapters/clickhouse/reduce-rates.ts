import type { RateSteps, ReducedPoints, Reduction } from '../../ports/point-store.ts'
import { bucketOf } from './reduce-sql.ts'
import type { SelectColumns } from './select-columns.ts'
import { among, timeCondition } from './sql-text.ts'

/** Least and greatest rate and number of rates by series and bucket, of live points that count up. */
export async function reduceRates(
  select: SelectColumns,
  source: string,
  reduction: Reduction,
  { stepMs, mostSteps }: RateSteps,
): Promise<ReducedPoints> {
  const from = Math.trunc(reduction.from)
  // The value before the first step is needed as well, however the buckets are cut
  const read = { from: from - mostSteps * stepMs, to: reduction.to }
  const steps = `SELECT series, intDiv(ts, ${stepMs}) AS step, argMax(value, ts) AS last FROM live_points FINAL WHERE ${among(source, reduction.series, 'source')} AND ${timeCondition(read)} AND isFinite(value) GROUP BY series, step`
  const pairs = `SELECT series, step, last, lagInFrame(step, 1, step) OVER pair AS before, lagInFrame(last) OVER pair AS previous FROM (${steps}) WINDOW pair AS (PARTITION BY series ORDER BY step ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`
  const increase = 'if(last >= previous, last - previous, last)'
  const rates = `SELECT series, step * ${stepMs} AS ts, ${increase} * 1000 / ((step - before) * ${stepMs}) AS rate FROM (${pairs}) WHERE step > before AND step - before <= ${mostSteps} AND step * ${stepMs} >= ${from}`
  const [series, bucket, min, max, count] = await select<
    [Uint32Array, Uint32Array, Float64Array, Float64Array, Uint32Array]
  >(
    source,
    ['UInt32', 'UInt32', 'Float64', 'Float64', 'UInt32'],
    `SELECT series, ${bucketOf(reduction)} AS bucket, min(rate), max(rate), toUInt32(count()) FROM (${rates}) GROUP BY series, bucket ORDER BY series, bucket`,
  )
  return { series, bucket, min, max, count }
}
