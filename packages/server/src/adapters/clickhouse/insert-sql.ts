import { literal } from './sql-text.ts'

/** A block is one row: read as one, written as one part. */
const SETTINGS =
  'SETTINGS max_threads = 1, max_block_size = 4000000, min_insert_block_size_rows = 4000000, min_insert_block_size_bytes = 0'

/**
 * Rows of a dataset that replace each other are left to reads and merges; sorting them out while inserting takes as long again
 * (measured: 5.7 against 2.9 s of one core for 24 M points).
 */
const OF_DATASET = `${SETTINGS}, optimize_on_insert = 0`

/** One row per point of a block built by `encodePoints`. */
export function spreadPoints(dataset: string): string {
  const inner = 'SELECT ts, v, series FROM {source} ARRAY JOIN value AS v, range(toUInt32(length(value))) AS series'
  return `SELECT ${literal(dataset)}, series, t, x FROM (${inner}) ARRAY JOIN ts AS t, v AS x ${OF_DATASET}`
}

export function spreadScores(dataset: string): string {
  const inner =
    'SELECT ts, id, p, s, l, h FROM {source} ARRAY JOIN series AS id, probability AS p, side AS s, low AS l, high AS h'
  return `SELECT ${literal(dataset)}, id, t, a, b, c, d FROM (${inner}) ARRAY JOIN ts AS t, p AS a, s AS b, l AS c, h AS d ${OF_DATASET}`
}

export function spreadRowScores(dataset: string): string {
  return `SELECT ${literal(dataset)}, t, p, d FROM {source} ARRAY JOIN ts AS t, probability AS p, direction AS d ${OF_DATASET}`
}

/**
 * Batches of any sources, of any months: a limit on partitions would have one sender's late points refuse all the others.
 * Repeated points are sorted out here, so that no part holds two: `readGridFrom` relies on it.
 */
export const SPREAD_LIVE_POINTS: string = `SELECT source, s, t, v FROM {source} ARRAY JOIN series AS s, ts AS t, value AS v ${SETTINGS}, optimize_on_insert = 1, max_partitions_per_insert_block = 0`

/** The same for scores of live points. */
export const SPREAD_LIVE_SCORES: string = `SELECT source, s, t, d, l, h FROM {source} ARRAY JOIN series AS s, ts AS t, degree AS d, low AS l, high AS h ${SETTINGS}, optimize_on_insert = 1, max_partitions_per_insert_block = 0`

/**
 * Blocks of log lines, one a batch. Two lines are the same one if all of this is the same; the severity and the attributes
 * that are made of a line may change with what reads it.
 */
export const STORE_LOG_LINES: string = `SELECT source, ts, cityHash64(nanos, occurrence, instance, service, line), nanos, position, severity, 0, instance, service, line, attributes FROM {source} ${SETTINGS}, optimize_on_insert = 1, max_partitions_per_insert_block = 0`

/** The same of an uploaded file, whose lines have templates and are told apart by their numbers. */
export function storeFileLines(source: string): string {
  return `SELECT ${literal(source)}, ts, number, 0, number, severity, template, instance, service, line, attributes FROM {source} ${SETTINGS}, optimize_on_insert = 0, max_partitions_per_insert_block = 0`
}

export const STORE_LOG_COUNTS: string = `SELECT source, ts, cityHash64(template, severity, instance, service), template, severity, instance, service, lines FROM {source} ${SETTINGS}, optimize_on_insert = 1, max_partitions_per_insert_block = 0`

/** Counts the lines of a file by buckets. */
export function countFileLines(source: string, bucketMs: number): string {
  const bucket = `intDiv(ts, ${bucketMs}) * ${bucketMs}`
  return `INSERT INTO log_counts SELECT source, ${bucket} AS bucket, cityHash64(template, severity, instance, service), template, severity, instance, service, toUInt32(count()) FROM log_lines WHERE source = ${literal(source)} GROUP BY source, bucket, template, severity, instance, service SETTINGS max_partitions_per_insert_block = 0`
}
