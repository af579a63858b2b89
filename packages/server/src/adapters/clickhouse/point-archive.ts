import type { PointArchive } from '../../ports/point-archive.ts'
import { rethrowAsDamaged } from './broken-data.ts'
import { type ClickHouse, readRows } from './clickhouse.ts'
import { isAfter, isUpTo, type Key } from './key-condition.ts'
import { decodeNativeBlocks, type NativeType } from './native-block.ts'
import { literal } from './sql-text.ts'
import { ownerColumns } from './tables.ts'

type Columns = Readonly<Record<string, NativeType>>

const POINT: Columns = { series: 'UInt32', ts: 'Int64', value: 'Float64' }

/** All columns but the one in front of the key; a test holds them to the tables. */
export const ARCHIVED_TABLES: Readonly<Record<string, Columns>> = {
  points: POINT,
  scores: { series: 'UInt32', ts: 'Int64', probability: 'Float32', side: 'Int8', low: 'Float32', high: 'Float32' },
  row_scores: { ts: 'Int64', probability: 'Float64', direction: 'Int8' },
  live_points: POINT,
  live_scores: { series: 'UInt32', ts: 'Int64', degree: 'Float32', low: 'Float32', high: 'Float32' },
  log_lines: {
    ts: 'Int64',
    id: 'UInt64',
    nanos: 'UInt32',
    position: 'UInt32',
    severity: 'UInt8',
    template: 'UInt32',
    instance: 'String',
    service: 'String',
    line: 'String',
    attributes: 'String',
  },
  log_counts: {
    ts: 'Int64',
    id: 'UInt64',
    template: 'UInt32',
    severity: 'UInt8',
    instance: 'String',
    service: 'String',
    lines: 'UInt32',
  },
}

/** About 5 MB of the widest rows. */
const BLOCK_ROWS = 200_000

/** A restored block is one part a month at most; a cluster has to have it before the next one comes. */
const WRITE_SETTINGS =
  'SETTINGS max_threads = 1, max_block_size = 4000000, min_insert_block_size_rows = 4000000, min_insert_block_size_bytes = 0, optimize_on_insert = 0, max_partitions_per_insert_block = 0, distributed_foreground_insert = 1'

export function createPointArchive(clickhouse: ClickHouse): PointArchive {
  const tables = Object.keys(ARCHIVED_TABLES)
  const byOwner = (column: string): string[] => tables.filter((table) => ownerColumns.get(table) === column)

  /** FINAL takes three to five times as long and hardly any dataset needs it; live points are written while they are read. */
  const sourceOf = async (table: string, owner: string): Promise<string> => {
    const condition = `WHERE ${ownerColumns.get(table)} = ${literal(owner)}`
    if (ownerColumns.get(table) === 'source') return `${table} FINAL ${condition}`
    const count = (source: string): string => `(SELECT count() FROM ${source} ${condition})`
    const [row] = await readRows(clickhouse, `SELECT ${count(table)} = ${count(`${table} FINAL`)}`)
    return `${table}${row![0] === '1' ? '' : ' FINAL'} ${condition}`
  }

  async function* read(table: string, owner: string) {
    const columns = ARCHIVED_TABLES[table]!
    const key = keyOf(table)
    const order = `ORDER BY ${ownerColumns.get(table)}, ${key.join(', ')}`
    const source = await sourceOf(table, owner)
    for (let after: Key | undefined; ; ) {
      const open = `${source} AND ${isAfter(key, after)} ${order} LIMIT ${BLOCK_ROWS}`
      const last = await lastKey(clickhouse, key, `SELECT ${key.join(', ')} FROM ${open}`)
      if (last === undefined) return
      const span = `${isAfter(key, after)} AND ${isUpTo(key, last)}`
      const bytes = await clickhouse.read(`SELECT ${names(table)} FROM ${source} AND ${span} ${order}`)
      yield { rows: decodeNativeBlocks(bytes, Object.values(columns))[0]!.length, bytes }
      after = last
    }
  }

  return {
    datasetTables: byOwner('dataset'),
    liveTables: byOwner('source'),

    async *read(table, owner) {
      try {
        yield* read(table, owner)
      } catch (error) {
        rethrowAsDamaged(owner, error as Error)
      }
    },

    async write(table, owner, bytes) {
      const structure = Object.entries(ARCHIVED_TABLES[table]!).map(([name, type]) => `${name} ${type}`)
      const select = `SELECT ${literal(owner)}, ${names(table)} FROM {source} ${WRITE_SETTINGS}`
      await clickhouse.insert(table, select, structure.join(', '), bytes)
    },

    async digest(table, owner) {
      try {
        const hash = `leftPad(lower(hex(sum(cityHash64(${names(table)})))), 16, '0')`
        const [row] = await readRows(clickhouse, `SELECT count(), ${hash} FROM ${await sourceOf(table, owner)}`)
        return { rows: Number(row![0]), checksum: row![1]! }
      } catch (error) {
        return rethrowAsDamaged(owner, error as Error)
      }
    },

    async isEmpty() {
      const counts = tables.map((table) => `(SELECT count() FROM ${table})`)
      const [row] = await readRows(clickhouse, `SELECT ${counts.join(' + ')}`)
      return row![0] === '0'
    },
  }
}

function names(table: string): string {
  return Object.keys(ARCHIVED_TABLES[table]!).join(', ')
}

function keyOf(table: string): string[] {
  return ['series', 'ts', 'id'].filter((name) => name in ARCHIVED_TABLES[table]!)
}

/** The greatest key that `select` returns; undefined if it returns none. */
async function lastKey(clickhouse: ClickHouse, key: readonly string[], select: string): Promise<Key | undefined> {
  const last = `max(tuple(${key.join(', ')}))`
  const parts = key.map((_, index) => `tupleElement(${last}, ${index + 1})`)
  const [row] = await readRows(clickhouse, `SELECT count(), ${parts.join(', ')} FROM (${select})`)
  const [count, ...values] = row!
  return count === '0' ? undefined : values
}
