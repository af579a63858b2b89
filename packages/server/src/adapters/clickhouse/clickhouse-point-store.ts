import type {
  EncodedBlock,
  PointColumns,
  PointStatistics,
  PointStore,
  ReducedPoints,
  ReducedRowScores,
  ReducedScores,
  Reduction,
  RowScores,
  ScoreColumns,
  TimeSpan,
} from '../../ports/point-store.ts'
import { StoreFullError } from '../../ports/store-full-error.ts'
import type { ClickHouse } from './clickhouse.ts'
import { createSources } from './create-sources.ts'
import { decodeNativeBlocks, type NativeType, type NumberArray } from './native-block.ts'
import { pointStructure, rowScoreStructure, scoreStructure } from './point-codec.ts'
import { literal, seriesList, timeCondition } from './sql-text.ts'
import { storedTable, tableNames, tableStatements } from './tables.ts'

/**
 * A block is one row: read as one, written as one part. Rows that replace each other are left to reads and merges; sorting
 * them out while inserting takes as long again (measured: 5.7 against 2.9 s of one core for 24 M points).
 */
const insertSettings =
  'SETTINGS max_threads = 1, max_block_size = 4000000, min_insert_block_size_rows = 4000000, min_insert_block_size_bytes = 0, optimize_on_insert = 0'

export interface PointStoreOptions {
  readonly cluster: string | null
}

/** The point store on any ClickHouse; makes its tables first. A block that was sent twice counts once. */
export async function createPointStore(clickhouse: ClickHouse, options: PointStoreOptions): Promise<PointStore> {
  for (const statement of tableStatements(options.cluster)) await clickhouse.command(statement)

  const select = async <T extends readonly NumberArray[]>(types: readonly NativeType[], sql: string): Promise<T> =>
    decodeNativeBlocks(await clickhouse.read(sql), types) as unknown as T

  const sourceOf = createSources(select)

  const readTimes = async (source: string, dataset: string, condition: string): Promise<Float64Array> => {
    const [times] = await select<[Float64Array]>(
      ['Float64'],
      `SELECT toFloat64(ts) AS t FROM ${source} WHERE dataset = ${literal(dataset)} AND ${condition} ORDER BY ts`,
    )
    return times
  }

  const insert = (table: string, spread: string, structure: string, block: EncodedBlock): Promise<void> =>
    clickhouse.insert(table, spread, structure, block.bytes).catch(explainFull)

  return {
    insertPoints: (dataset, block) => insert('points', spreadPoints(dataset), pointStructure, block),
    insertScores: (dataset, block) => insert('scores', spreadScores(dataset), scoreStructure, block),
    insertRowScores: (dataset, block) => insert('row_scores', spreadRowScores(dataset), rowScoreStructure, block),

    async readTimes(dataset, selection) {
      const source = await sourceOf('points', dataset, 0)
      return readTimes(source, dataset, `series = 0 AND ${timeCondition(selection)}`)
    },
    async readPoints(dataset, series, selection): Promise<PointColumns> {
      const source = await sourceOf('points', dataset, series[0])
      const condition = timeCondition(selection)
      const times = await readTimes(source, dataset, `series = ${series[0] ?? 0} AND ${condition}`)
      const [values] = await select<[Float64Array]>(
        ['Float64'],
        `SELECT value FROM ${source} WHERE ${among(dataset, series)} AND ${condition} ORDER BY series, ts`,
      )
      return { times, columns: cut(values, series, times.length) }
    },
    async readScores(dataset, series, selection): Promise<ScoreColumns> {
      const source = await sourceOf('scores', dataset, series[0])
      const condition = timeCondition(selection)
      const times = await readTimes(source, dataset, `series = ${series[0] ?? 0} AND ${condition}`)
      const [probability, side, low, high] = await select<[Float32Array, Int8Array, Float32Array, Float32Array]>(
        ['Float32', 'Int8', 'Float32', 'Float32'],
        `SELECT probability, side, low, high FROM ${source} WHERE ${among(dataset, series)} AND ${condition} ORDER BY series, ts`,
      )
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
        ['Float64', 'Float64', 'Int8'],
        `SELECT toFloat64(ts) AS t, probability, direction FROM ${source} WHERE dataset = ${literal(dataset)} AND ${timeCondition(selection)} ORDER BY ts`,
      )
      return { times, probability, direction }
    },

    async reducePoints(dataset, reduction): Promise<ReducedPoints> {
      const source = await sourceOf('points', dataset, reduction.series[0])
      const [series, bucket, min, max, count] = await select<
        [Uint32Array, Uint32Array, Float64Array, Float64Array, Uint32Array]
      >(
        ['UInt32', 'UInt32', 'Float64', 'Float64', 'UInt32'],
        `SELECT series, ${bucketOf(reduction)} AS bucket, minIf(value, isFinite(value)) AS lowest, maxIf(value, isFinite(value)) AS highest, toUInt32(countIf(isFinite(value))) AS n FROM ${source} WHERE ${among(dataset, reduction.series)} AND ${timeCondition(reduction)} GROUP BY series, bucket HAVING n > 0 ORDER BY series, bucket`,
      )
      return { series, bucket, min, max, count }
    },
    async reduceScores(dataset, points, threshold, reduction): Promise<ReducedScores> {
      const [first] = reduction.series
      const [scoresSource, pointsSource] = await Promise.all([
        sourceOf('scores', dataset, first),
        sourceOf('points', points, first),
      ])
      const [series, bucket, low, high, probability, side, flaggedAt, flaggedValue] = await select<
        [Uint32Array, Uint32Array, Float64Array, Float64Array, Float64Array, Int8Array, Float64Array, Float64Array]
      >(
        ['UInt32', 'UInt32', 'Float64', 'Float64', 'Float64', 'Int8', 'Float64', 'Float64'],
        reduceScoresSql(
          { dataset, source: scoresSource },
          { dataset: points, source: pointsSource },
          threshold,
          reduction,
        ),
      )
      return { series, bucket, low, high, probability, side, flaggedAt, flaggedValue }
    },
    async reduceRowScores(dataset, reduction): Promise<ReducedRowScores> {
      const source = await sourceOf('row_scores', dataset)
      const [bucket, probability, direction] = await select<[Uint32Array, Float64Array, Int8Array]>(
        ['UInt32', 'Float64', 'Int8'],
        `SELECT ${bucketOf(reduction)} AS bucket, min(probability) AS p, argMin(direction, probability) AS d FROM ${source} WHERE dataset = ${literal(dataset)} AND isFinite(probability) AND ${timeCondition(reduction)} GROUP BY bucket ORDER BY bucket`,
      )
      return { bucket, probability, direction }
    },
    async describe(dataset): Promise<PointStatistics[]> {
      const source = await sourceOf('points', dataset, 0)
      const columns = await select<[Uint32Array, Float64Array, Float64Array, ...Float64Array[]]>(
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

    async drop(datasets) {
      if (datasets.length === 0) return
      sourceOf.forget(datasets)
      const list = datasets.map(literal).join(', ')
      for (const table of tableNames) {
        const stored = storedTable(table, options.cluster)
        await clickhouse.command(
          `DELETE FROM ${stored} WHERE dataset IN (${list}) SETTINGS lightweight_deletes_sync = 0`,
        )
      }
    },
    ping: () => clickhouse.ping(),
    close: () => clickhouse.close(),
  }
}

/** ClickHouse reports a full disk in words of its own, the file that a block waits in by the code of the system. */
function explainFull(error: Error & { code?: string; type?: string }): never {
  const isFull = error.code === 'ENOSPC' || /NOT_ENOUGH_SPACE|No space left on device/i.test(error.message)
  throw isFull ? new StoreFullError(error) : error
}

function spreadPoints(dataset: string): string {
  const inner = 'SELECT ts, v, series FROM {source} ARRAY JOIN value AS v, range(toUInt32(length(value))) AS series'
  return `SELECT ${literal(dataset)}, series, t, x FROM (${inner}) ARRAY JOIN ts AS t, v AS x ${insertSettings}`
}

function spreadScores(dataset: string): string {
  const inner =
    'SELECT ts, id, p, s, l, h FROM {source} ARRAY JOIN series AS id, probability AS p, side AS s, low AS l, high AS h'
  return `SELECT ${literal(dataset)}, id, t, a, b, c, d FROM (${inner}) ARRAY JOIN ts AS t, p AS a, s AS b, l AS c, h AS d ${insertSettings}`
}

function spreadRowScores(dataset: string): string {
  return `SELECT ${literal(dataset)}, t, p, d FROM {source} ARRAY JOIN ts AS t, probability AS p, direction AS d ${insertSettings}`
}

interface Source {
  readonly dataset: string
  readonly source: string
}

/** The join runs over the points and looks each up among the few buckets. */
function reduceScoresSql(scores: Source, points: Source, threshold: number, reduction: Reduction): string {
  const grouped = `SELECT series, ${bucketOf(reduction)} AS bucket, avgIf(low, isFinite(low)) AS low, avgIf(high, isFinite(high)) AS high, minIf(probability, isFinite(probability)) AS p, argMinIf(side, probability, isFinite(probability)) AS side, countIf(probability < ${threshold}) > 0 AS isFlagged, argMinIf(ts, probability, probability < ${threshold}) AS at FROM ${scores.source} WHERE ${among(scores.dataset, reduction.series)} AND ${timeCondition(reduction)} GROUP BY series, bucket`
  const values = `SELECT series, ts, value FROM ${points.source} WHERE ${among(points.dataset, reduction.series)} AND ${timeCondition(reduction)}`
  return `WITH g AS (${grouped}) SELECT g.series AS series, g.bucket AS bucket, toFloat64(g.low), toFloat64(g.high), toFloat64(g.p), g.side, if(g.isFlagged, toFloat64(g.at), nan), if(g.isFlagged, v.value, nan) FROM (${values}) AS v RIGHT JOIN g ON v.series = g.series AND v.ts = g.at ORDER BY series, bucket`
}

function bucketOf(reduction: TimeSpan & { bucketMs: number }): string {
  return `toUInt32(intDiv(ts - ${Math.trunc(reduction.from)}, ${Math.max(1, Math.trunc(reduction.bucketMs))}))`
}

function among(dataset: string, series: readonly number[]): string {
  return `dataset = ${literal(dataset)} AND series IN (${seriesList(series)})`
}

/** Rows come by series id; the columns are given in the order that was asked for. */
function cut<T extends Float64Array | Float32Array | Int8Array>(
  values: T,
  series: readonly number[],
  rows: number,
): T[] {
  if (values.length !== rows * series.length)
    throw new RangeError(`${values.length} values came for ${series.length} series of ${rows} rows`)
  const places = new Map([...series].sort((a, b) => a - b).map((id, index) => [id, index]))
  return series.map((id) => {
    const place = places.get(id)!
    return values.subarray(place * rows, (place + 1) * rows) as T
  })
}
