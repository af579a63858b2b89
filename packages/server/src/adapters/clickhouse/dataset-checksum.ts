import type { DatasetChecksum } from '../../ports/point-store.ts'
import { type ClickHouse, readRows } from './clickhouse.ts'
import { literal } from './sql-text.ts'

export type DatasetTable = 'points' | 'scores' | 'row_scores'
export const DATASET_TABLES: readonly DatasetTable[] = ['points', 'scores', 'row_scores']

const COLUMNS: Record<DatasetTable, string> = {
  points: 'series, ts, value',
  scores: 'series, ts, probability, side, low, high',
  row_scores: 'ts, probability, direction',
}

/**
 * Rows as they lie in the tables; those that replace each other count once with `final`, which takes long (1.8 s of processor
 * for 24 M rows against 5 ms without, where only the index is read).
 */
export async function countRows(clickhouse: ClickHouse, dataset: string, final: boolean): Promise<number> {
  const legs = DATASET_TABLES.map((table) => `SELECT count() AS n FROM ${table} ${final ? 'FINAL ' : ''}${of(dataset)}`)
  const [row] = await readRows(clickhouse, `SELECT sum(n) FROM (${legs.join(' UNION ALL ')})`)
  return Number(row![0])
}

/**
 * The sum modulo 2^64 of a hash of each row: whatever their order, and a row that is there twice does not cancel itself as it
 * would with XOR. `sources` says what each table is read from. Takes 0.6 s of processor for 24 M rows.
 */
export async function readChecksum(
  clickhouse: ClickHouse,
  dataset: string,
  sources: Record<DatasetTable, string>,
): Promise<DatasetChecksum> {
  const legs = DATASET_TABLES.map(
    (table) => `SELECT count() AS n, sum(cityHash64(${COLUMNS[table]})) AS h FROM ${sources[table]} ${of(dataset)}`,
  )
  const [row] = await readRows(
    clickhouse,
    `SELECT sum(n), leftPad(lower(hex(sum(h))), 16, '0') FROM (${legs.join(' UNION ALL ')})`,
  )
  return { rows: Number(row![0]), checksum: row![1]! }
}

function of(dataset: string): string {
  return `WHERE dataset = ${literal(dataset)}`
}
