import { isDiskFull } from '../../ports/disk-full.ts'
import type {
  DatasetChecksum,
  LiveExtent,
  PointColumns,
  PointStatistics,
  PointStore,
  RecordedChecksum,
  ReducedLiveScores,
  ReducedPoints,
  ReducedRowScores,
  ReducedScores,
  Reduction,
  RowScores,
  ScoreColumns,
  ScoreCounts,
  Selection,
} from '../../ports/point-store.ts'
import { DatasetDamagedError } from '../../ports/point-store-errors.ts'
import { StoreFullError } from '../../ports/store-full-error.ts'
import { rethrowAsDamaged } from './broken-data.ts'
import type { ClickHouse } from './clickhouse.ts'
import { createSources } from './create-sources.ts'
import { detachBroken, listDamage } from './damaged-parts.ts'
import { readChecksum } from './dataset-checksum.ts'
import { spreadPoints, spreadRowScores, spreadScores } from './insert-sql.ts'
import { createPointWriter, createScoreWriter } from './live-points.ts'
import { openLiveTables } from './live-tables.ts'
import { createLogStore } from './log-lines.ts'
import { decodeNativeBlocks, type NativeType, type NumberArray } from './native-block.ts'
import { createPointArchive } from './point-archive.ts'
import { pointStructure, rowScoreStructure, scoreStructure } from './point-codec.ts'
import { prepareTables } from './prepare-tables.ts'
import { readGridFrom } from './read-grid.ts'
import { bucketOf, pointsAtSql, reduceScoresSql, type Source } from './reduce-sql.ts'
import { among, literal, timeCondition } from './sql-text.ts'
import { ownerColumns, storedTable } from './tables.ts'

export interface PointStoreOptions {
  readonly cluster: string | null
  readonly recorded: RecordedChecksum
  /** Where live rows are gathered before they become parts; without it each batch becomes one. */
  readonly journalFolder?: string
}

/** The point store on any ClickHouse; creates its tables first. A block that was sent twice counts once. */
export async function createPointStore(clickhouse: ClickHouse, options: PointStoreOptions): Promise<PointStore> {
  await prepareTables(clickhouse, options.cluster)
  const insert = (table: string, spread: string, structure: string, block: Uint8Array): Promise<void> =>
    clickhouse.insert(table, spread, structure, block).catch(rethrowAsFull)
  const liveTables = await openLiveTables({ folder: options.journalFolder, insert, isFull: isDiskFull })
  /** On a full disk all is read and deleted that was stored before. */
  const settleIfPossible = (source?: string): Promise<void> =>
    liveTables.settle(source).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error
    })
  const sources = createSources(clickhouse, options.recorded)
  const sourceOf = sources.whole

  const select = async <T extends readonly NumberArray[]>(
    dataset: string,
    types: readonly NativeType[],
    sql: string,
  ): Promise<T> => {
    await settleIfPossible(dataset)
    const bytes = await clickhouse.read(sql).catch((error: Error) => rethrowAsDamaged(dataset, error))
    return decodeNativeBlocks(bytes, types) as unknown as T
  }

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

  const reduce = async (name: string, rows: string, reduction: Reduction): Promise<ReducedPoints> => {
    const [series, bucket, min, max, count] = await select<
      [Uint32Array, Uint32Array, Float64Array, Float64Array, Uint32Array]
    >(
      name,
      ['UInt32', 'UInt32', 'Float64', 'Float64', 'UInt32'],
      `SELECT series, ${bucketOf(reduction)} AS bucket, minIf(value, isFinite(value)) AS lowest, maxIf(value, isFinite(value)) AS highest, toUInt32(countIf(isFinite(value))) AS n FROM ${rows} AND ${timeCondition(reduction)} GROUP BY series, bucket HAVING n > 0 ORDER BY series, bucket`,
    )
    return { series, bucket, min, max, count }
  }

  const deleteWhere = async (table: string, condition: string): Promise<void> => {
    const stored = storedTable(table, options.cluster)
    await clickhouse.command(`DELETE FROM ${stored} WHERE ${condition} SETTINGS lightweight_deletes_sync = 0`)
  }

  const live = createPointWriter(liveTables.store.live_points)
  const liveScores = createScoreWriter(liveTables.store.live_scores)
  const { idle: logsIdle, ...logs } = createLogStore({
    store: liveTables.store.log_lines,
    select,
    async deleteWhere(source, condition) {
      await settleIfPossible(source)
      await deleteWhere('log_lines', condition)
    },
  })

  const computeChecksum = async (dataset: string): Promise<DatasetChecksum> => {
    const [points, scores, row_scores] = await Promise.all([
      sources.find('points', dataset),
      sources.find('scores', dataset),
      sources.find('row_scores', dataset),
    ])
    return readChecksum(clickhouse, dataset, { points, scores, row_scores }).catch((error: Error) =>
      rethrowAsDamaged(dataset, error),
    )
  }

  return {
    insertPoints: (dataset, block) => insert('points', spreadPoints(dataset), pointStructure, block.bytes),
    insertScores: (dataset, block) => insert('scores', spreadScores(dataset), scoreStructure, block.bytes),
    insertRowScores: (dataset, block) => insert('row_scores', spreadRowScores(dataset), rowScoreStructure, block.bytes),

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
      return reduce(dataset, `${source} WHERE ${among(dataset, reduction.series)}`, reduction)
    },
    async readLive(source, ids, span, limit) {
      const rows = `live_points FINAL WHERE ${among(source, ids, 'source')} AND ${timeCondition(span)}`
      const [series, times, values] = await select<[Uint32Array, Float64Array, Float64Array]>(
        source,
        ['UInt32', 'Float64', 'Float64'],
        `SELECT series, toFloat64(ts), value FROM ${rows} ORDER BY series, ts LIMIT ${limit + 1}`,
      )
      return series.length > limit ? undefined : { series, times, values }
    },
    async reduceLive(source, reduction): Promise<ReducedPoints> {
      return reduce(source, `live_points FINAL WHERE ${among(source, reduction.series, 'source')}`, reduction)
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
    async countLiveScores(source, { series, bucketMs, degree, ...span }): Promise<ScoreCounts> {
      const condition = `${among(source, [series], 'source')} AND ${timeCondition(span)}`
      const [bucket, rows, reached] = await select<[Uint32Array, Uint32Array, Uint32Array]>(
        source,
        ['UInt32', 'UInt32', 'UInt32'],
        `SELECT ${bucketOf({ ...span, bucketMs })} AS bucket, toUInt32(count()), toUInt32(countIf(degree >= ${degree})) FROM live_scores FINAL WHERE ${condition} GROUP BY bucket ORDER BY bucket`,
      )
      return { bucket, rows, reached }
    },
    async describeLive(source): Promise<LiveExtent> {
      const [[points], [from], [to]] = await select<[Float64Array, Float64Array, Float64Array]>(
        source,
        ['Float64', 'Float64', 'Float64'],
        `SELECT toFloat64(count()), toFloat64(min(ts)), toFloat64(max(ts)) FROM live_points FINAL WHERE source = ${literal(source)} AND isFinite(value)`,
      )
      return points! > 0 ? { points: points!, from: from!, to: to! } : { points: 0, from: null, to: null }
    },
    async deleteLiveBefore(source, time) {
      await settleIfPossible(source)
      for (const table of ['live_points', 'live_scores'])
        await deleteWhere(table, `source = ${literal(source)} AND ts < ${Math.trunc(time)}`)
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

    append: live.append,
    appendScores: liveScores.append,
    ...logs,
    async readGrid(source, series, span, stepMs) {
      await sources.requireWhole(source)
      return readGridFrom((types, sql) => select(source, types, sql), source, series, span, stepMs)
    },

    computeChecksum,
    async verify(dataset) {
      const recorded = await options.recorded(dataset)
      if (recorded === undefined) return 'unrecorded'
      sources.forget([dataset])
      const found = await computeChecksum(dataset)
      if (found.rows === recorded.rows && found.checksum === recorded.checksum) return 'intact'
      const reason = `${found.rows} rows with checksum ${found.checksum} where ${recorded.rows} with ${recorded.checksum} were recorded`
      throw new DatasetDamagedError(dataset, reason)
    },
    damage: () => listDamage(clickhouse, options.cluster),
    async setBrokenPartsAside(dataset) {
      await detachBroken(clickhouse, options.cluster, () => computeChecksum(dataset)).finally(sources.forgetAll)
    },

    async drop(datasets) {
      if (datasets.length === 0) return
      sources.forget(datasets)
      for (const name of datasets) await settleIfPossible(name)
      const list = datasets.map(literal).join(', ')
      for (const [table, owner] of ownerColumns) await deleteWhere(table, `${owner} IN (${list})`)
    },
    archive: createPointArchive({
      ...clickhouse,
      async read(sql, format) {
        await liveTables.settle()
        return clickhouse.read(sql, format)
      },
    }),
    ping: () => clickhouse.ping(),
    async close() {
      await Promise.all([live.idle(), liveScores.idle(), logsIdle()])
      await liveTables.close()
      await clickhouse.close()
    },
    probe: () =>
      clickhouse.command('INSERT INTO probe VALUES (1, toUnixTimestamp64Milli(now64()))').catch(rethrowAsFull),
  }
}

/** ClickHouse reports a full disk with its own error type; the file that a block is staged in fails with the system's code. */
function rethrowAsFull(error: Error & { code?: string; type?: string }): never {
  const isFull = error.code === 'ENOSPC' || /NOT_ENOUGH_SPACE|No space left on device/i.test(error.message)
  throw isFull ? new StoreFullError(error) : error
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
