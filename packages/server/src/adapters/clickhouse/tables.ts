/** Every table has a dataset in front of its key: what is read together lies together, and belongs to one owner. */
interface Table {
  readonly name: string
  readonly columns: string
  readonly key: string
}

/**
 * ZSTD alone holds measured values in half the bytes of Gorilla with ZSTD (46 against 87 MiB for 18.7 M values of two
 * decimals) and writes them faster. Times are Int64, so that no year is out of range.
 */
const time = 'ts Int64 CODEC(DoubleDelta, ZSTD(1))'
const head = `dataset LowCardinality(String), series UInt32 CODEC(ZSTD(1)), ${time}`

const tables: readonly Table[] = [
  { name: 'points', columns: `${head}, value Float64 CODEC(ZSTD(1))`, key: 'dataset, series, ts' },
  {
    name: 'scores',
    columns: `${head}, probability Float32 CODEC(ZSTD(1)), side Int8 CODEC(ZSTD(1)), low Float32 CODEC(ZSTD(1)), high Float32 CODEC(ZSTD(1))`,
    key: 'dataset, series, ts',
  },
  {
    name: 'row_scores',
    columns: `dataset LowCardinality(String), ${time}, probability Float64 CODEC(ZSTD(1)), direction Int8 CODEC(ZSTD(1))`,
    key: 'dataset, ts',
  },
]

export const tableNames: readonly string[] = tables.map((table) => table.name)

/**
 * Projects (`p_…`) are kept by month, so that old months can be let go. A file may hold any span of time, often many years in
 * a few rows; a partition a month would tear one insert into hundreds of parts, so all files share one partition.
 */
const partition = "if(startsWith(dataset, 'p_'), toYYYYMM(fromUnixTimestamp64Milli(ts)), 0)"

/** The statements that make the tables, repeatable. On a cluster each node keeps a shard of `…_local`. */
export function tableStatements(cluster: string | null): string[] {
  return tables.flatMap((table) => (cluster === null ? [localTable(table)] : clusterTables(table, cluster)))
}

/** Where rows are deleted: a Distributed table cannot do it. */
export function storedTable(name: string, cluster: string | null): string {
  return cluster === null ? name : `${name}_local ON CLUSTER ${identifier(cluster)}`
}

function localTable(table: Table): string {
  return `CREATE TABLE IF NOT EXISTS ${table.name} (${table.columns}) ENGINE = ReplacingMergeTree ${layout(table)}`
}

function clusterTables(table: Table, cluster: string): string[] {
  const name = identifier(cluster)
  const engine = `ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/${table.name}', '{replica}')`
  return [
    `CREATE TABLE IF NOT EXISTS ${table.name}_local ON CLUSTER ${name} (${table.columns}) ENGINE = ${engine} ${layout(table)}`,
    `CREATE TABLE IF NOT EXISTS ${table.name} ON CLUSTER ${name} (${table.columns}) ENGINE = Distributed(${name}, currentDatabase(), ${table.name}_local, cityHash64(dataset))`,
  ]
}

/**
 * A dataset is written once in large blocks, so merging whole ones would only rewrite what others have stored (seen: one part
 * of 500 MB). Small parts are merged up to the size of a block; the limits on their number allow for the rest.
 */
const merging =
  'max_bytes_to_merge_at_max_space_in_pool = 25165824, parts_to_delay_insert = 10000, parts_to_throw_insert = 20000, old_parts_lifetime = 60'

function layout(table: Table): string {
  return `PARTITION BY ${partition} ORDER BY (${table.key}) SETTINGS ${merging}`
}

function identifier(name: string): string {
  if (!/^\w+$/.test(name)) throw new RangeError(`'${name}' is not the name of a cluster`)
  return name
}
