import type {
  PointColumns,
  PointStatistics,
  PointStore,
  ReducedPoints,
  ReducedRowScores,
  ReducedScores,
  RowScores,
  ScoreColumns,
  Selection,
} from '../../ports/point-store.ts'
import type { Sources } from './create-sources.ts'
import { reducePoints } from './reduce-points.ts'
import { bucketOf, pointsAtSql, reduceScoresSql, type Source } from './reduce-sql.ts'
import type { SelectColumns } from './select-columns.ts'
import { among, literal, timeCondition } from './sql-text.ts'
import { summarise } from './summarise.ts'

type DatasetReads = Pick<
  PointStore,
  | 'readTimes'
  | 'readPoints'
  | 'readScores'
  | 'readRowScores'
  | 'reducePoints'
  | 'reduceScores'
  | 'reduceRowScores'
  | 'describe'
  | 'summarise'
>

/** Reads what was written once, as files are: every series has the same times. */
export function createDatasetReads(select: SelectColumns, sourceOf: Sources['whole']): DatasetReads {
  const readTimes = async (source: string, dataset: string, condition: string): Promise<Float64Array> => {
    const [times] = await select<[Float64Array]>(
      dataset,
      ['Float64'],
      `SELECT toFloat64(ts) AS t FROM ${source} WHERE dataset = ${literal(dataset)} AND ${condition} ORDER BY ts`,
    )
    return times
  }

  /** The times of the rows that a selection has: those that were asked for, where none of them is missing. */
  const timesOf = (
    source: string,
    dataset: string,
    series: readonly number[],
    selection: Selection,
    values: number,
  ): Promise<Float64Array> | Float64Array => {
    const isWhole = selection !== undefined && 'times' in selection && selection.times.length * series.length === values
    return isWhole
      ? selection.times
      : readTimes(source, dataset, `series = ${series[0] ?? 0} AND ${timeCondition(selection)}`)
  }

  /** The values at these times of these series, NaN where there is no time or no such point. */
  const valuesAt = async (from: Source, series: Uint32Array, times: Float64Array): Promise<Float64Array> => {
    const values = new Float64Array(times.length).fill(Number.NaN)
    // Series and times ascend, as the points do
    const asked = Array.from(times.keys()).filter((index) => !Number.isNaN(times[index]!))
    if (asked.length === 0) return values
    const [foundSeries, foundTimes, found] = await select<[Uint32Array, Float64Array, Float64Array]>(
      from.dataset,
      ['UInt32', 'Float64', 'Float64'],
      pointsAtSql(
        from,
        Uint32Array.from(asked, (index) => series[index]!),
        Float64Array.from(asked, (index) => times[index]!),
      ),
    )
    let at = 0
    for (const index of asked) {
      const isFound = foundSeries[at] === series[index] && foundTimes[at] === times[index]
      if (isFound) values[index] = found[at++]!
    }
    return values
  }

  return {
    async readTimes(dataset, selection) {
      const source = await sourceOf('points', dataset, 0)
      return readTimes(source, dataset, `series = 0 AND ${timeCondition(selection)}`)
    },
    async readPoints(dataset, series, selection): Promise<PointColumns> {
      const source = await sourceOf('points', dataset, series[0])
      const condition = timeCondition(selection)
      const [values] = await select<[Float64Array]>(
        dataset,
        ['Float64'],
        `SELECT value FROM ${source} WHERE ${among(dataset, series)} AND ${condition} ORDER BY series, ts`,
      )
      const times = await timesOf(source, dataset, series, selection, values.length)
      return { times, columns: cut(values, series, times.length) }
    },
    async readScores(dataset, series, selection): Promise<ScoreColumns> {
      const source = await sourceOf('scores', dataset, series[0])
      const condition = timeCondition(selection)
      const [probability, side, low, high] = await select<[Float32Array, Int8Array, Float32Array, Float32Array]>(
        dataset,
        ['Float32', 'Int8', 'Float32', 'Float32'],
        `SELECT probability, side, low, high FROM ${source} WHERE ${among(dataset, series)} AND ${condition} ORDER BY series, ts`,
      )
      const times = await timesOf(source, dataset, series, selection, probability.length)
      return {
        times,
        probability: cut(probability, series, times.length),
        side: cut(side, series, times.length),
        low: cut(low, series, times.length),
        high: cut(high, series, times.length),
      }
    },
    async readRowScores(dataset, selection): Promise<RowScores> {
      const source = await sourceOf('row_scores', dataset)
      const [times, probability, direction] = await select<[Float64Array, Float64Array, Int8Array]>(
        dataset,
        ['Float64', 'Float64', 'Int8'],
        `SELECT toFloat64(ts) AS t, probability, direction FROM ${source} WHERE dataset = ${literal(dataset)} AND ${timeCondition(selection)} ORDER BY ts`,
      )
      return { times, probability, direction }
    },

    async reducePoints(dataset, reduction): Promise<ReducedPoints> {
      const source = await sourceOf('points', dataset, reduction.series[0])
      return reducePoints(select, dataset, `${source} WHERE ${among(dataset, reduction.series)}`, reduction)
    },
    async reduceScores(dataset, points, threshold, reduction): Promise<ReducedScores> {
      const [first] = reduction.series
      const [scoresSource, pointsSource] = await Promise.all([
        sourceOf('scores', dataset, first),
        sourceOf('points', points, first),
      ])
      const [series, bucket, low, high, probability, side, flaggedAt] = await select<
        [Uint32Array, Uint32Array, Float64Array, Float64Array, Float64Array, Int8Array, Float64Array]
      >(
        dataset,
        ['UInt32', 'UInt32', 'Float64', 'Float64', 'Float64', 'Int8', 'Float64'],
        reduceScoresSql({ dataset, source: scoresSource }, threshold, reduction),
      )
      const flaggedValue = await valuesAt({ dataset: points, source: pointsSource }, series, flaggedAt)
      return { series, bucket, low, high, probability, side, flaggedAt, flaggedValue }
    },
    async reduceRowScores(dataset, reduction): Promise<ReducedRowScores> {
      const source = await sourceOf('row_scores', dataset)
      const [bucket, probability, direction] = await select<[Uint32Array, Float64Array, Int8Array]>(
        dataset,
        ['UInt32', 'Float64', 'Int8'],
        `SELECT ${bucketOf(reduction)} AS bucket, min(probability) AS p, argMin(direction, probability) AS d FROM ${source} WHERE dataset = ${literal(dataset)} AND isFinite(probability) AND ${timeCondition(reduction)} GROUP BY bucket ORDER BY bucket`,
      )
      return { bucket, probability, direction }
    },
    async describe(dataset): Promise<PointStatistics[]> {
      const source = await sourceOf('points', dataset, 0)
      const columns = await select<[Uint32Array, Float64Array, Float64Array, ...Float64Array[]]>(
        dataset,
        ['UInt32', 'Float64', 'Float64', 'Float64', 'Float64', 'Float64', 'Float64'],
        `SELECT series, toFloat64(count()), toFloat64(countIf(isFinite(value)) AS n), if(n = 0, nan, minIf(value, isFinite(value))), if(n = 0, nan, maxIf(value, isFinite(value))), avgIf(value, isFinite(value)), stddevPopIf(value, isFinite(value)) FROM ${source} WHERE dataset = ${literal(dataset)} GROUP BY series ORDER BY series`,
      )
      const [series, rows, present, min, max, mean, deviation] = columns
      return Array.from(series, (id, index) => ({
        series: id,
        rows: rows[index]!,
        present: present[index]!,
        min: min![index]!,
        max: max![index]!,
        mean: mean![index]!,
        deviation: deviation![index]!,
      }))
    },
    async summarise(dataset, request) {
      const source = await sourceOf('points', dataset, 0)
      return summarise(select, dataset, `${source} WHERE dataset = ${literal(dataset)}`, request)
    },
  }
}

/** Rows are sorted by series id; the columns are returned in the requested order. */
function cut<T extends Float64Array | Float32Array | Int8Array>(
  values: T,
  series: readonly number[],
  rows: number,
): T[] {
  if (values.length !== rows * series.length)
    throw new RangeError(`${values.length} values came for ${series.length} series of ${rows} rows`)
  const positions = new Map([...series].sort((a, b) => a - b).map((id, index) => [id, index]))
  return series.map((id) => {
    const position = positions.get(id)!
    return values.subarray(position * rows, (position + 1) * rows) as T
  })
}
