/**
 * Every table has a dataset or a source in front of its key: what is read together lies together, and belongs to one owner.
 */
interface Table {
  readonly name: string
  readonly columns: string
  /** The column in front of the key. */
  readonly owner: 'dataset' | 'source'
  readonly key: string
  readonly partition: string
  readonly indexes?: readonly TableIndex[]
  readonly settings: readonly string[]
}

interface TableIndex {
  readonly name: string
  readonly definition: string
}

/**
 * Which words a granule has: of two million lines one with a rare word is found in 9 ms in place of 150, for a tenth of the
 * bytes. A text index finds it in 5 ms, doubles the bytes and takes ten times as long to write.
 */
const WORD_INDEX: TableIndex = { name: 'words', definition: 'lower(line) TYPE tokenbf_v1(4096, 2, 0) GRANULARITY 1' }

/**
 * ZSTD alone holds measured values in half the bytes of Gorilla with ZSTD (46 against 87 MiB for 18.7 M values of two
 * decimals) and writes them faster. Times are Int64, so that no year is out of range.
 */
const TIME = 'ts Int64 CODEC(DoubleDelta, ZSTD(1))'
const VALUE = 'value Float64 CODEC(ZSTD(1))'
const POINTS = `series UInt32 CODEC(ZSTD(1)), ${TIME}`

/**
 * An insert is on the disk when it is acknowledged, and a merge before the parts that it replaces are removed. However many
 * parts are broken, a table opens: they are set aside.
 */
const DURABILITY = [
  'fsync_after_insert = 1',
  'fsync_part_directory = 1',
  'min_rows_to_fsync_after_merge = 1',
  'min_compressed_bytes_to_fsync_after_merge = 1',
  'max_suspicious_broken_parts = 1000000000',
  'max_suspicious_broken_parts_bytes = 1000000000000000',
]

/**
 * A dataset is written once in large blocks, so merging whole ones would only rewrite what others have stored (seen: one part
 * of 500 MB). Small parts are merged up to the size of a block; the limits on their number allow for the rest.
 */
const OF_FILES = {
  owner: 'dataset',
  /**
   * A file may hold any span of time, often many years in a few rows; a partition a month would tear one insert into hundreds
   * of parts. That the expression names `dataset` has each part say which datasets it holds (clickhouse-point-store.ts).
   */
  partition: "if(startsWith(dataset, 'p_'), toYYYYMM(fromUnixTimestamp64Milli(ts)), 0)",
  settings: [
    'max_bytes_to_merge_at_max_space_in_pool = 25165824',
    'parts_to_delay_insert = 10000',
    'parts_to_throw_insert = 20000',
    'old_parts_lifetime = 60',
    ...DURABILITY,
  ],
} as const

/**
 * Live points come in many small inserts and are read by series, hundreds of rows of each: small granules and compressed
 * blocks find them without their neighbours. LZ4 reads a grid in 0.75 of the time of ZSTD, for 9 % more bytes.
 */
const OF_SOURCES = {
  owner: 'source',
  partition: 'toYYYYMM(fromUnixTimestamp64Milli(ts))',
  settings: [
    'index_granularity = 1024',
    'min_compress_block_size = 16384',
    'max_bytes_to_merge_at_max_space_in_pool = 1073741824',
    'parts_to_delay_insert = 1000',
    'parts_to_throw_insert = 3000',
    'old_parts_lifetime = 60',
    ...DURABILITY,
  ],
} as const

const TABLES: readonly Table[] = [
  {
    name: 'points',
    columns: `dataset LowCardinality(String), ${POINTS}, ${VALUE}`,
    key: 'dataset, series, ts',
    ...OF_FILES,
  },
  {
    name: 'scores',
    columns: `dataset LowCardinality(String), ${POINTS}, probability Float32 CODEC(ZSTD(1)), side Int8 CODEC(ZSTD(1)), low Float32 CODEC(ZSTD(1)), high Float32 CODEC(ZSTD(1))`,
    key: 'dataset, series, ts',
    ...OF_FILES,
  },
  {
    name: 'row_scores',
    columns: `dataset LowCardinality(String), ${TIME}, probability Float64 CODEC(ZSTD(1)), direction Int8 CODEC(ZSTD(1))`,
    key: 'dataset, ts',
    ...OF_FILES,
  },
  {
    name: 'live_points',
    columns:
      'source LowCardinality(String), series UInt32 CODEC(Delta, LZ4), ts Int64 CODEC(Delta, LZ4), value Float64 CODEC(LZ4)',
    key: 'source, series, ts',
    ...OF_SOURCES,
  },
  {
    name: 'live_scores',
    columns:
      'source LowCardinality(String), series UInt32 CODEC(Delta, LZ4), ts Int64 CODEC(Delta, LZ4), degree Float32 CODEC(LZ4), low Float32 CODEC(LZ4), high Float32 CODEC(LZ4)',
    key: 'source, series, ts',
    ...OF_SOURCES,
  },
  {
    // `id` is a hash of what makes a line the same one. The finer part of its time orders lines, but needs no place in the key.
    name: 'log_lines',
    columns:
      'source LowCardinality(String), ts Int64 CODEC(Delta, LZ4), id UInt64 CODEC(LZ4), nanos UInt32 CODEC(LZ4), position UInt32 CODEC(Delta, LZ4), severity UInt8 CODEC(LZ4), template UInt32 CODEC(LZ4), instance String CODEC(LZ4), service String CODEC(LZ4), line String CODEC(ZSTD(1)), attributes String CODEC(ZSTD(1))',
    key: 'source, ts, id',
    indexes: [WORD_INDEX],
    ...OF_SOURCES,
  },
  {
    // How many lines of a row have all of this in common; `id` is a hash of it.
    name: 'log_counts',
    columns:
      'source LowCardinality(String), ts Int64 CODEC(Delta, LZ4), id UInt64 CODEC(LZ4), template UInt32 CODEC(LZ4), severity UInt8 CODEC(LZ4), instance String CODEC(LZ4), service String CODEC(LZ4), lines UInt32 CODEC(LZ4)',
    key: 'source, ts, id',
    ...OF_SOURCES,
  },
]

export const ownerColumns: ReadonlyMap<string, string> = new Map(TABLES.map(({ name, owner }) => [name, owner]))

/** The statements that make the tables, repeatable. On a cluster each node keeps a shard of `…_local`. */
export function tableStatements(cluster: string | null): string[] {
  const made = TABLES.flatMap((table) => (cluster === null ? [localTable(table)] : clusterTables(table, cluster)))
  return [...made, probeTable(cluster)]
}

/** For trying whether anything can be written: rows replace each other, so it stays as small as it began. */
function probeTable(cluster: string | null): string {
  const where = cluster === null ? '' : ` ON CLUSTER ${identifier(cluster)}`
  return `CREATE TABLE IF NOT EXISTS probe${where} (id UInt8, at Int64) ENGINE = ReplacingMergeTree ORDER BY id`
}

/** Where rows are deleted: a Distributed table cannot do it. */
export function storedTable(name: string, cluster: string | null): string {
  return cluster === null ? name : `${name}_local ON CLUSTER ${identifier(cluster)}`
}

/** Parts that were set aside, on every node. */
export function detachedParts(cluster: string | null): string {
  return cluster === null
    ? 'system.detached_parts'
    : `clusterAllReplicas(${identifier(cluster)}, system.detached_parts)`
}

function localTable(table: Table): string {
  return `CREATE TABLE IF NOT EXISTS ${table.name} (${columnsOf(table)}) ENGINE = ReplacingMergeTree ${layout(table)}`
}

function clusterTables(table: Table, cluster: string): string[] {
  const name = identifier(cluster)
  const engine = `ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/${table.name}', '{replica}')`
  return [
    `CREATE TABLE IF NOT EXISTS ${table.name}_local ON CLUSTER ${name} (${columnsOf(table)}) ENGINE = ${engine} ${layout(table)}`,
    `CREATE TABLE IF NOT EXISTS ${table.name} ON CLUSTER ${name} (${table.columns}) ENGINE = Distributed(${name}, currentDatabase(), ${table.name}_local, cityHash64(${table.owner}))`,
  ]
}

/** The settings that a stored table must have, by its name; a table of an earlier version may lack some of them. */
export function requiredSettings(cluster: string | null): Map<string, readonly string[]> {
  return new Map(TABLES.map(({ name, settings }) => [cluster === null ? name : `${name}_local`, settings]))
}

/** The indexes that a stored table must have, by its name; data of an earlier version gets them as it is merged. */
export function requiredIndexes(cluster: string | null): Map<string, readonly TableIndex[]> {
  return new Map(
    TABLES.flatMap(({ name, indexes }) => (indexes ? [[cluster === null ? name : `${name}_local`, indexes]] : [])),
  )
}

function columnsOf({ columns, indexes = [] }: Table): string {
  return [columns, ...indexes.map(({ name, definition }) => `INDEX ${name} ${definition}`)].join(', ')
}

function layout({ partition, key, settings }: Table): string {
  return `PARTITION BY ${partition} ORDER BY (${key}) SETTINGS ${settings.join(', ')}`
}

function identifier(name: string): string {
  if (!/^\w+$/.test(name)) throw new RangeError(`'${name}' is not the name of a cluster`)
  return name
}
