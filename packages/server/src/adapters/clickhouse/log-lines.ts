import type { LogColumns, LogFilters, LogLine, LogStore, TextColumn } from '../../ports/log-lines.ts'
import { PointStoreBusyError } from '../../ports/point-store-errors.ts'
import { createGroupCommit } from './group-commit.ts'
import { isAfter, isUpTo, type Key } from './key-condition.ts'
import { type StoreLive, sourcesOf } from './live-points.ts'
import { type NativeType, type NumberArray, readTexts } from './native-block.ts'
import { encodeLogLines } from './point-codec.ts'
import { bucketOf } from './reduce-sql.ts'
import { literal, textLiteral, timeCondition } from './sql-text.ts'

const MEGABYTE = 1_048_576
/** Bytes; sorting a block takes several times its size. */
const MAX_COMMIT_SIZE = 16 * MEGABYTE
const MAX_WAITING_SIZE = 128 * MEGABYTE
/** Rows of one time that are read at once and in the order sent: a batch of lines without times has that of its arrival. */
const MAX_TIED_ROWS = 100_000
/** The columns by which the stored rows of a source are ordered. */
const KEY_COLUMNS = ['ts', 'id'] as const
const LAST_ID = '18446744073709551615'
/** The months that ClickHouse can partition by end with the year 2299. */
const MAX_TIME = Date.UTC(2300, 0, 1)

interface LogTable {
  readonly store: StoreLive
  select<T extends readonly NumberArray[]>(source: string, types: readonly NativeType[], sql: string): Promise<T>
  deleteWhere(source: string, condition: string): Promise<void>
}

export function createLogStore(
  table: LogTable,
): Omit<LogStore, 'insertFileLines' | 'countFileLines'> & { idle(): Promise<void> } {
  const commits = createGroupCommit<{ source: string; lines: LogColumns }>({
    commit: (batches) => table.store(sourcesOf(batches), encodeLogLines(batches)),
    sizeOf: ({ lines }) => sizeOf(lines),
    maxCommitSize: MAX_COMMIT_SIZE,
    maxWaitingSize: MAX_WAITING_SIZE,
    refuse: (bytes) => new PointStoreBusyError(`${bytes} bytes of log lines`),
  })
  const { select } = table
  const readLines = async (
    source: string,
    conditions: readonly string[],
    order: 'ASC' | 'DESC',
    limit: number,
  ): Promise<{ lines: LogLine[]; next: string | null }> => {
    const by = ['ts', 'nanos', 'position', 'id'].map((column) => `${column} ${order}`).join(', ')
    const [times, nanos, position, id, severity, template, ...texts] = await select<LogAnswer>(
      source,
      ANSWER_TYPES,
      `SELECT toFloat64(ts), nanos, position, id, severity, template, instance, service, line, attributes FROM log_lines FINAL WHERE ${conditions.join(' AND ')} ORDER BY ${by} LIMIT ${limit}`,
    )
    const [instance, service, line, attributes] = texts.map((bytes) => readTexts(bytes))
    const lines = Array.from(times, (time, row): LogLine => {
      const where = { instance: instance![row]!, service: service![row]! }
      const what = { line: line![row]!, attributes: attributes![row]! }
      return { time, nanos: nanos[row]!, severity: severity[row]!, template: template[row]!, ...where, ...what }
    })
    return { lines, next: nextOf({ times, nanos, position, id }, limit) }
  }
  /** The times and the last id of the first `limit` rows by the key, and how many rows these are. */
  const readFirstKeys = async (source: string, condition: string, limit: number) => {
    const [[from], [to], [id], [rows]] = await select<[Float64Array, Float64Array, BigUint64Array, Float64Array]>(
      source,
      ['Float64', 'Float64', 'UInt64', 'Float64'],
      `SELECT toFloat64(min(ts)), toFloat64(max(ts)), argMax(id, (ts, id)), toFloat64(count()) FROM (SELECT ts, id FROM log_lines WHERE ${condition} ORDER BY ts, id LIMIT ${limit})`,
    )
    return { from: from!, to: to!, id: id!, rows: rows! }
  }
  /**
   * The last key of a page; undefined if all rows are in it. Pages are cut by the key, so that each reads only its own rows. Rows of one time stay
   * together unless they are very many.
   */
  const findPageEnd = async (source: string, after: Key | undefined, rest: string, limit: number) => {
    const { from, to, id, rows } = await readFirstKeys(source, rest, limit + 1)
    if (rows <= limit) return undefined
    if (to > from) return [`${to - 1}`, LAST_ID]
    // The page before has begun this time
    if (after?.[0] === `${from}`) return [`${from}`, `${id}`]
    const tied = await readFirstKeys(source, `${rest} AND ts = ${from}`, MAX_TIED_ROWS + 1)
    return [`${from}`, tied.rows <= MAX_TIED_ROWS ? LAST_ID : `${id}`]
  }
  return {
    async appendLogs(source, lines) {
      literal(source)
      requireColumns(lines)
      if (lines.times.length > 0) await commits.add({ source, lines })
    },
    async readLogs(source, span, filters, limit, cursor) {
      const conditions = [ofSource(source), timeCondition(span), ...conditionsOf(filters), ...isBehind(cursor)]
      const { lines, next } = await readLines(source, conditions, 'ASC', limit)
      return { lines, next }
    },
    async readLogBatch(source, span, limit, cursor) {
      const after = keyOf(cursor)
      const rest = [ofSource(source), timeCondition(span), isAfter(KEY_COLUMNS, after)].join(' AND ')
      const end = await findPageEnd(source, after, rest, limit)
      const isMeant = end === undefined ? rest : `${rest} AND ${isUpTo(KEY_COLUMNS, end)}`
      const [times, severities, instances, services, lines] = await select<BatchAnswer>(
        source,
        BATCH_TYPES,
        `SELECT toFloat64(ts), severity, instance, service, line FROM log_lines FINAL WHERE ${isMeant} ORDER BY ts, nanos, position, id`,
      )
      return { times, severities, instances, services, lines, next: end?.join('.') ?? null }
    },
    async readNewestLogs(source, span, filters, limit) {
      const conditions = [ofSource(source), timeCondition(span), ...conditionsOf(filters)]
      return (await readLines(source, conditions, 'DESC', limit)).lines
    },
    async describeLogs(source) {
      const [[lines], [from], [to]] = await select<[Float64Array, Float64Array, Float64Array]>(
        source,
        ['Float64', 'Float64', 'Float64'],
        `SELECT toFloat64(count()), toFloat64(min(ts)), toFloat64(max(ts)) FROM log_lines FINAL WHERE ${ofSource(source)}`,
      )
      return lines! > 0 ? { lines: lines!, from: from!, to: to! } : { lines: 0, from: null, to: null }
    },
    async listLogInstances(source, span, limit) {
      const isMeant = `${ofSource(source)} AND ${timeCondition(span)}`
      const [bytes] = await select<[Uint8Array]>(
        source,
        ['String'],
        `SELECT DISTINCT instance FROM log_lines WHERE ${isMeant} ORDER BY instance LIMIT ${limit}`,
      )
      const names = readTexts(bytes)
      if (names.length < limit) return { names, total: names.length }
      const [[total]] = await select<[Float64Array]>(
        source,
        ['Float64'],
        `SELECT toFloat64(uniqExact(instance)) FROM log_lines WHERE ${isMeant}`,
      )
      return { names, total: total! }
    },
    async countLogs(source, span, instances) {
      const isMeant = [ofSource(source), timeCondition(span), ...conditionsOf({ instances })].join(' AND ')
      const [names, buckets, count] = await select<[Uint8Array, Uint32Array, Uint32Array]>(
        source,
        ['String', 'UInt32', 'UInt32'],
        `SELECT instance, ${bucketOf(span)} AS bucket, toUInt32(count()) FROM log_lines FINAL WHERE ${isMeant} GROUP BY instance, bucket ORDER BY instance, bucket`,
      )
      return { instances: readTexts(names), bucket: buckets, count }
    },
    deleteLogsBefore: (source, time) => table.deleteWhere(source, `${ofSource(source)} AND ts < ${Math.trunc(time)}`),
    idle: commits.idle,
  }
}

const ANSWER_TYPES = [
  'Float64',
  'UInt32',
  'UInt32',
  'UInt64',
  'UInt8',
  'UInt32',
  'String',
  'String',
  'String',
  'String',
] as const satisfies NativeType[]
type LogAnswer = [
  times: Float64Array,
  nanos: Uint32Array,
  position: Uint32Array,
  id: BigUint64Array,
  severity: Uint8Array,
  template: Uint32Array,
  ...texts: Uint8Array[],
]

const BATCH_TYPES = ['Float64', 'UInt8', 'String', 'String', 'String'] as const satisfies NativeType[]
type BatchAnswer = [
  times: Float64Array,
  severities: Uint8Array,
  instances: Uint8Array,
  services: Uint8Array,
  lines: Uint8Array,
]

interface Place {
  readonly times: Float64Array
  readonly nanos: Uint32Array
  readonly position: Uint32Array
  readonly id: BigUint64Array
}

function nextOf({ times, nanos, position, id }: Place, limit: number): string | null {
  const last = times.length - 1
  return times.length < limit ? null : [times[last], nanos[last], position[last], id[last]].join('.')
}

function sizeOf({ times, instances, services, lines, attributes }: LogColumns): number {
  const texts = [instances, services, lines, attributes].reduce((sum, { bytes }) => sum + bytes.length, 0)
  return texts + 25 * times.length
}

function requireColumns({ times, nanos, occurrences, severities, ...texts }: LogColumns): void {
  const columns: readonly { length: number }[] = [nanos, occurrences, severities, ...endsOf(texts)]
  if (columns.some(({ length }) => length !== times.length))
    throw new RangeError('columns of log lines are of one length')
  if (!times.every((time) => Number.isInteger(time) && time >= 0 && time < MAX_TIME))
    throw new RangeError('log lines have times from 1970 to 2299, in whole epoch milliseconds')
}

function endsOf(texts: Record<string, TextColumn>): Uint32Array[] {
  return Object.values(texts).map(({ ends }) => ends)
}

function ofSource(source: string): string {
  return `source = ${literal(source)}`
}

function conditionsOf({ instances, services, minSeverity, contains }: LogFilters): string[] {
  const isOneOf = (column: string, texts: readonly string[] | undefined): string[] => {
    if (texts === undefined) return []
    return [texts.length === 0 ? '0' : `${column} IN (${texts.map(textLiteral).join(', ')})`]
  }
  return [
    ...isOneOf('instance', instances),
    ...isOneOf('service', services),
    ...(minSeverity === undefined ? [] : [`severity >= ${Math.trunc(minSeverity)}`]),
    ...(contains === undefined ? [] : [`position(line, ${textLiteral(contains)}) > 0`]),
  ]
}

function keyOf(cursor: string | undefined): Key | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d+\.\d+$/.test(cursor)) throw new RangeError('this is no cursor of a batch of log lines')
  return cursor.split('.')
}

function isBehind(cursor: string | undefined): string[] {
  if (cursor === undefined) return []
  if (!/^\d+(\.\d+){3}$/.test(cursor)) throw new RangeError('this is no cursor of log lines')
  const [time, ...rest] = cursor.split('.')
  return [`ts >= ${time}`, `(ts, nanos, position, id) > (${[time, ...rest].join(', ')})`]
}
