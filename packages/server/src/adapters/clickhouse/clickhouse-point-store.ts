import { isDiskFull } from '../../ports/disk-full.ts'
import type { DatasetChecksum, PartDamage, PointStore, RecordedChecksum } from '../../ports/point-store.ts'
import { DatasetDamagedError } from '../../ports/point-store-errors.ts'
import { StoreFullError } from '../../ports/store-full-error.ts'
import { partIn, rethrowAsDamaged } from './broken-data.ts'
import { type ClickHouse, readRows } from './clickhouse.ts'
import { createSources } from './create-sources.ts'
import { readChecksum } from './dataset-checksum.ts'
import { createDatasetReads } from './dataset-reads.ts'
import { countFileLines, spreadPoints, spreadRowScores, spreadScores, storeFileLines } from './insert-sql.ts'
import { createPointWriter, createScoreWriter } from './live-points.ts'
import { createLiveReads } from './live-reads.ts'
import { openLiveTables } from './live-tables.ts'
import { createLogAnalysisStore } from './log-counts.ts'
import { createLogStore } from './log-lines.ts'
import { decodeNativeBlocks, type NativeType, type NumberArray, readTexts } from './native-block.ts'
import { createPointArchive } from './point-archive.ts'
import { FILE_LINE_STRUCTURE, POINT_STRUCTURE, ROW_SCORE_STRUCTURE, SCORE_STRUCTURE } from './point-codec.ts'
import { prepareTables } from './prepare-tables.ts'
import { readGridFrom } from './read-grid.ts'
import { literal } from './sql-text.ts'
import { detachedParts, ownerColumns, storedTable } from './tables.ts'

export interface PointStoreOptions {
  readonly cluster: string | null
  readonly recorded: RecordedChecksum
  /** Where live rows are gathered before they become parts; without it each batch becomes one. */
  readonly journalFolder?: string
  /** Takes note of gathered rows that were set aside, since not all came into their table. */
  readonly onSetAside?: ((name: string) => void) | undefined
}

const LIVE_COLUMNS = [
  ['live_points', 'series, ts, value'],
  ['live_scores', 'series, ts, degree, low, high'],
] as const

/** Of any months; on a cluster it is on the shards when it is acknowledged. */
const OF_COPIES = 'SETTINGS max_partitions_per_insert_block = 0, distributed_foreground_insert = 1'

/** The point store on any ClickHouse; creates its tables first. A block that was sent twice counts once. */
export async function createPointStore(clickhouse: ClickHouse, options: PointStoreOptions): Promise<PointStore> {
  await prepareTables(clickhouse, options.cluster)
  const insert = (table: string, spread: string, structure: string, block: Uint8Array): Promise<void> =>
    clickhouse.insert(table, spread, structure, block).catch(rethrowAsFull)
  const liveTables = await openLiveTables({
    folder: options.journalFolder,
    insert,
    isFull: isDiskFull,
    onSetAside: (name) => options.onSetAside?.(name),
  })
  /** On a full disk all is read and deleted that was stored before. */
  const settleIfPossible = (source?: string): Promise<void> =>
    liveTables.settle(source).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error
    })
  const sources = createSources(clickhouse, options.recorded)

  const select = async <T extends readonly NumberArray[]>(
    dataset: string,
    types: readonly NativeType[],
    sql: string,
  ): Promise<T> => {
    await settleIfPossible(dataset)
    const bytes = await clickhouse.read(sql).catch((error: Error) => rethrowAsDamaged(dataset, error))
    return decodeNativeBlocks(bytes, types) as unknown as T
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
      for (const table of ['log_lines', 'log_counts']) await deleteWhere(table, condition)
    },
  })
  const { idle: countsIdle, ...logAnalysis } = createLogAnalysisStore({
    store: liveTables.store.log_counts,
    select,
    async deleteWhere(source, condition) {
      await settleIfPossible(source)
      await deleteWhere('log_counts', condition)
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
    insertPoints: (dataset, block) => insert('points', spreadPoints(dataset), POINT_STRUCTURE, block.bytes),
    insertScores: (dataset, block) => insert('scores', spreadScores(dataset), SCORE_STRUCTURE, block.bytes),
    insertRowScores: (dataset, block) =>
      insert('row_scores', spreadRowScores(dataset), ROW_SCORE_STRUCTURE, block.bytes),

    ...createDatasetReads(select, sources.whole),
    ...createLiveReads(select),
    async copyLive(source, target, { from, to }) {
      await liveTables.settle(source)
      const isMeant = `source = ${literal(source)} AND ts >= ${Math.trunc(from)} AND ts < ${Math.trunc(to)}`
      for (const [table, columns] of LIVE_COLUMNS)
        await clickhouse
          .command(
            `INSERT INTO ${table} SELECT ${literal(target)}, ${columns} FROM ${table} FINAL WHERE ${isMeant} ${OF_COPIES}`,
          )
          .catch(rethrowAsFull)
    },
    async deleteLiveBefore(source, time) {
      await settleIfPossible(source)
      for (const table of ['live_points', 'live_scores'])
        await deleteWhere(table, `source = ${literal(source)} AND ts < ${Math.trunc(time)}`)
    },
    append: live.append,
    settle: (source) => liveTables.settle(source),
    appendScores: liveScores.append,
    ...logs,
    ...logAnalysis,
    insertFileLines: (source, block) => insert('log_lines', storeFileLines(source), FILE_LINE_STRUCTURE, block.bytes),
    countFileLines: (source, bucketMs) => clickhouse.command(countFileLines(source, bucketMs)).catch(rethrowAsFull),
    async readGrid(source, series, span, stepMs, marks) {
      const reads = {
        select: <T extends readonly NumberArray[]>(types: readonly NativeType[], sql: string) =>
          select<T>(source, types, sql),
        requireWhole: () => sources.requireWhole(source),
      }
      return readGridFrom(reads, source, series, span, stepMs, marks)
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
    damage: async () => [...(await listDamage(clickhouse, options.cluster)), ...(await liveTables.damage())],
    async setBrokenPartsAside(dataset) {
      await detachBroken(clickhouse, options.cluster, () => computeChecksum(dataset)).finally(sources.forgetAll)
    },

    async drop(datasets) {
      if (datasets.length === 0) return
      sources.forget(datasets)
      const settled = await Promise.allSettled(datasets.map((name) => liveTables.settle(name)))
      const failed = settled.find((one) => one.status === 'rejected')?.reason as unknown
      if (failed !== undefined && !isDiskFull(failed)) throw failed
      const list = datasets.map(literal).join(', ')
      for (const [table, owner] of ownerColumns) await deleteWhere(table, `${owner} IN (${list})`)
      // What still waits comes into the tables when there is space: it has to be deleted again then
      if (failed !== undefined) throw failed
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
      await Promise.all([live.idle(), liveScores.idle(), logsIdle(), countsIdle()])
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

/** ClickHouse moves a part that it cannot open to the folder `detached` of its table, and leaves it there. */
async function listDamage(clickhouse: ClickHouse, cluster: string | null): Promise<PartDamage[]> {
  const rows = await readRows(
    clickhouse,
    `SELECT table, name, coalesce(nullIf(reason, ''), 'unreadable'), bytes_on_disk, path FROM ${detachedParts(cluster)} WHERE database = currentDatabase() ORDER BY table, name`,
  )
  return Promise.all(
    rows.map(async ([table, part, reason, bytes, path]) => ({
      kind: 'part' as const,
      table: table!.replace(/_local$/, ''),
      part: part!,
      reason: reason!,
      bytes: Number(bytes),
      datasets: await datasetsIn(clickhouse, path!),
    })),
  )
}

/** The smallest and the largest value of the columns in the partition's expression are files of their own. */
async function datasetsIn(clickhouse: ClickHouse, path: string): Promise<PartDamage['datasets']> {
  try {
    const bytes = await clickhouse.readPartFile(`${path}/minmax_dataset.idx`)
    if (bytes === undefined) return null
    const [first, last] = readTexts(bytes)
    return first && last ? { first, last } : null
  } catch {
    return null
  }
}

/**
 * Runs `read` until no part stands in its way: a part that cannot be read is detached, which moves it aside as it is. Gives up
 * when a failure names no part.
 */
async function detachBroken(
  clickhouse: ClickHouse,
  cluster: string | null,
  read: () => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const failure = await read().then(
      () => undefined,
      (error: Error) => error,
    )
    if (failure === undefined) return
    const part = failure.cause instanceof Error ? partIn(failure.cause) : undefined
    if (part === undefined) throw failure
    const table = storedTable(part.table.replace(/_local$/, ''), cluster)
    await clickhouse.command(`ALTER TABLE ${table} DETACH PART '${part.name}'`)
  }
}
