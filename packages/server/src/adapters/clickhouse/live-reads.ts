import {
  type LiveExtent,
  MODEL_OF_SOURCE,
  type PointStore,
  type ReducedLiveScores,
  type ReducedPoints,
  type ScoreCounts,
} from '../../ports/point-store.ts'
import { reducePoints } from './reduce-points.ts'
import { bucketOf } from './reduce-sql.ts'
import type { SelectColumns } from './select-columns.ts'
import { among, literal, timeCondition } from './sql-text.ts'
import { summarise } from './summarise.ts'

type LiveReads = Pick<
  PointStore,
  | 'readLive'
  | 'reduceLive'
  | 'reduceLiveScores'
  | 'readLiveScores'
  | 'readFlagged'
  | 'countLiveScores'
  | 'countLiveRows'
  | 'summariseLive'
  | 'describeLive'
>

/** Reads what arrives in projects: every series has its own times, and a value may have been sent again. */
export function createLiveReads(select: SelectColumns): LiveReads {
  return {
    async readLive(source, ids, span, limit) {
      const rows = `live_points FINAL WHERE ${among(source, ids, 'source')} AND ${timeCondition(span)}`
      const [series, times, values] = await select<[Uint32Array, Float64Array, Float64Array]>(
        source,
        ['UInt32', 'Float64', 'Float64'],
        `SELECT series, toFloat64(ts), value FROM ${rows} AND value > -inf ORDER BY series, ts LIMIT ${limit + 1}`,
      )
      return series.length > limit ? undefined : { series, times, values }
    },
    async reduceLive(source, reduction): Promise<ReducedPoints> {
      return reducePoints(
        select,
        source,
        `live_points FINAL WHERE ${among(source, reduction.series, 'source')}`,
        reduction,
      )
    },
    async reduceLiveScores(source, reduction): Promise<ReducedLiveScores> {
      const figures = [
        'toFloat64(argMaxIf(degree, abs(degree), isFinite(degree)))',
        'toFloat64(avgIf(low, isFinite(low)))',
        'toFloat64(avgIf(high, isFinite(high)))',
      ]
      const condition = `${among(source, reduction.series, 'source')} AND ${timeCondition(reduction)}`
      const [series, bucket, degree, low, high] = await select<
        [Uint32Array, Uint32Array, Float64Array, Float64Array, Float64Array]
      >(
        source,
        ['UInt32', 'UInt32', 'Float64', 'Float64', 'Float64'],
        `SELECT series, ${bucketOf(reduction)} AS bucket, ${figures.join(', ')} FROM live_scores FINAL WHERE ${condition} GROUP BY series, bucket ORDER BY series, bucket`,
      )
      return { series, bucket, degree, low, high }
    },
    async readLiveScores(source, ids, span, limit) {
      const rows = `live_scores FINAL WHERE ${among(source, ids, 'source')} AND ${timeCondition(span)}`
      const [series, times, degree, low, high] = await select<
        [Uint32Array, Float64Array, Float32Array, Float32Array, Float32Array]
      >(
        source,
        ['UInt32', 'Float64', 'Float32', 'Float32', 'Float32'],
        `SELECT series, toFloat64(ts), degree, low, high FROM ${rows} ORDER BY series, ts LIMIT ${limit + 1}`,
      )
      return series.length > limit ? undefined : { series, times, degree, low, high }
    },
    async readFlagged(source, span, limit) {
      // Scores are single precision
      const isFlagged = `series < ${MODEL_OF_SOURCE} AND abs(degree) >= ${1 - 1e-6}`
      const rows = `live_scores FINAL WHERE source = ${literal(source)} AND ${timeCondition(span)} AND ${isFlagged}`
      const [series, times, degree] = await select<[Uint32Array, Float64Array, Float32Array]>(
        source,
        ['UInt32', 'Float64', 'Float32'],
        `SELECT series, toFloat64(ts), degree FROM (SELECT series, ts, degree FROM ${rows} ORDER BY ts DESC LIMIT ${limit}) ORDER BY ts, series`,
      )
      return { series, times, degree }
    },
    async countLiveScores(source, { series, degree, ...span }): Promise<ScoreCounts> {
      const condition = `${among(source, [series], 'source')} AND ${timeCondition(span)}`
      const [bucket, rows, reached] = await select<[Uint32Array, Uint32Array, Uint32Array]>(
        source,
        ['UInt32', 'UInt32', 'UInt32'],
        `SELECT ${bucketOf(span)} AS bucket, toUInt32(count()), toUInt32(countIf(degree >= ${degree})) FROM live_scores FINAL WHERE ${condition} GROUP BY bucket ORDER BY bucket`,
      )
      return { bucket, rows, reached }
    },
    async countLiveRows(source, span, stepMs) {
      const rows = `live_points WHERE source = ${literal(source)} AND ${timeCondition(span)} AND isFinite(value)`
      const sql = `SELECT toFloat64(uniqExact(intDiv(ts, ${stepMs}))) FROM ${rows}`
      const [[count]] = await select<[Float64Array]>(source, ['Float64'], sql)
      return count!
    },
    summariseLive: (source, request) =>
      summarise(select, source, `live_points FINAL WHERE source = ${literal(source)}`, request),
    async describeLive(source): Promise<LiveExtent> {
      const [[points], [from], [to]] = await select<[Float64Array, Float64Array, Float64Array]>(
        source,
        ['Float64', 'Float64', 'Float64'],
        `SELECT toFloat64(count()), toFloat64(min(ts)), toFloat64(max(ts)) FROM live_points FINAL WHERE source = ${literal(source)} AND isFinite(value)`,
      )
      return points! > 0 ? { points: points!, from: from!, to: to! } : { points: 0, from: null, to: null }
    },
  }
}
