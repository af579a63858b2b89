import { BadPatternError, type FoundLine, type FoundLines, type LogSearch } from '../../ports/log-analysis-store.ts'
import type { TimeSpan } from '../../ports/point-store.ts'
import { systemClock } from '../clock/system-clock.ts'
import { lineCondition } from './log-conditions.ts'
import { type NativeType, type NumberArray, readTexts } from './native-block.ts'
import { literal, textLiteral, timeCondition } from './sql-text.ts'

export type SelectColumns = <T extends readonly NumberArray[]>(
  source: string,
  types: readonly NativeType[],
  sql: string,
) => Promise<T>

/** Characters of a line that an answer has. */
const SHOWN_CHARACTERS = 8192
const MAX_MARKS = 50
/** The first piece is this share of the span, or a second; pieces grow while they are quick. */
const FIRST_SHARE = 1 / 2048
const MIN_PIECE_MS = 1000
const QUICK_MS = 200
const SLOW_MS = 800
const GROWTH = 4

const TYPES = [
  ...(['Float64', 'UInt32', 'UInt32', 'UInt64', 'UInt8', 'UInt32', 'UInt8'] as const),
  ...(['String', 'String', 'String', 'String', 'String'] as const),
] satisfies NativeType[]
type Answer = [
  times: Float64Array,
  nanos: Uint32Array,
  position: Uint32Array,
  id: BigUint64Array,
  severity: Uint8Array,
  template: Uint32Array,
  isCut: Uint8Array,
  ...texts: Uint8Array[],
]

/**
 * Goes through the span piece by piece, so that the first page is there before all was read. A line that was sent twice is
 * stored twice until it is merged: LIMIT BY takes one of them, without reading the neighbours that FINAL needs.
 */
export async function searchLogs(select: SelectColumns, source: string, search: LogSearch): Promise<FoundLines> {
  const { span, condition, order, cursor, limit, timeLimitMs, marks = [] } = search
  const isNewest = order === 'newest'
  const by = ['ts', 'nanos', 'position', 'id'].map((column) => `${column} ${isNewest ? 'DESC' : 'ASC'}`).join(', ')
  const isMeant = [condition ? lineCondition(condition) : '1', ...isBeyond(cursor, isNewest)].join(' AND ')
  const until = systemClock.monotonic() + timeLimitMs
  const read = async (piece: TimeSpan, max: number): Promise<FoundLine[]> => {
    const seconds = Math.max(1, Math.ceil((until - systemClock.monotonic()) / 1000))
    const sql = `SELECT toFloat64(ts), nanos, position, id, severity, template, lengthUTF8(line) > ${SHOWN_CHARACTERS}, instance, service, substringUTF8(line, 1, ${SHOWN_CHARACTERS}), attributes, ${marksOf(marks)} FROM log_lines WHERE source = ${literal(source)} AND ${timeCondition(piece)} AND ${isMeant} ORDER BY ${by} LIMIT 1 BY ts, id LIMIT ${max} SETTINGS max_execution_time = ${seconds}`
    return toLines(await select<Answer>(source, TYPES, sql))
  }
  const lines: FoundLine[] = []
  let { from, to } = within(span, cursor, isNewest)
  let piece = Math.max(MIN_PIECE_MS, Math.ceil((to - from) * FIRST_SHARE))
  while (from < to) {
    const part = isNewest ? { from: Math.max(from, to - piece), to } : { from, to: Math.min(to, from + piece) }
    const began = systemClock.monotonic()
    const found = await read(part, limit - lines.length).catch((error: unknown) => undefinedIfLate(error))
    if (found === undefined) return partOf(lines, isNewest ? to : from, isNewest)
    lines.push(...found)
    if (lines.length >= limit) return { lines, next: lines.at(-1)!.id, searchedTo: null }
    if (isNewest) to = part.from
    else from = part.to
    const took = systemClock.monotonic() - began
    if (took < QUICK_MS) piece *= GROWTH
    else if (took > SLOW_MS) piece = Math.max(MIN_PIECE_MS, Math.ceil(piece / GROWTH))
    if (systemClock.monotonic() >= until && from < to) return partOf(lines, isNewest ? to : from, isNewest)
  }
  return { lines, next: null, searchedTo: null }
}

/** What is left of a span after a cursor. */
function within({ from, to }: TimeSpan, cursor: string | undefined, isNewest: boolean): { from: number; to: number } {
  const time = cursor === undefined ? undefined : Number(cursor.split('.', 1)[0])
  if (time === undefined) return { from, to }
  return isNewest ? { from, to: Math.min(to, time + 1) } : { from: Math.max(from, time), to }
}

function partOf(lines: FoundLine[], time: number, isNewest: boolean): FoundLines {
  const next = isNewest ? `${time}.0.0.0` : `${time - 1}.4294967295.4294967295.18446744073709551615`
  return { lines, next, searchedTo: time }
}

function isBeyond(cursor: string | undefined, isNewest: boolean): string[] {
  if (cursor === undefined) return []
  if (!/^\d{1,20}(\.\d{1,20}){3}$/.test(cursor)) throw new RangeError('this is no cursor of log lines')
  return [`(ts, nanos, position, id) ${isNewest ? '<' : '>'} (${cursor.split('.').join(', ')})`]
}

function marksOf(patterns: readonly string[]): string {
  if (patterns.length === 0) return `''`
  const each = patterns.map((pattern) => `extractAll(line, ${textLiteral(`(${pattern})`)})`)
  return `toJSONString(arraySlice(arrayConcat(${each.join(', ')}), 1, ${MAX_MARKS}))`
}

function toLines([times, nanos, position, id, severity, template, isCut, ...texts]: Answer): FoundLine[] {
  const [instance, service, line, attributes, marks] = texts.map((bytes) => readTexts(bytes))
  return Array.from(times, (time, row): FoundLine => {
    const where = { instance: instance![row]!, service: service![row]! }
    const what = { line: line![row]!, attributes: attributes![row]!, isCut: isCut[row] === 1 }
    return {
      id: [time, nanos[row], position[row], id[row]].join('.'),
      time,
      nanos: nanos[row]!,
      position: position[row]!,
      severity: severity[row]!,
      template: template[row]!,
      ...where,
      ...what,
      marks: marks![row] === '' ? [] : (JSON.parse(marks![row]!) as string[]),
    }
  })
}

/** Of a query that took longer than it may; another error is thrown. */
export function undefinedIfLate(error: unknown): undefined {
  const message = error instanceof Error ? error.message : String(error)
  if (/TIMEOUT_EXCEEDED/.test(message)) return undefined
  if (/CANNOT_COMPILE_REGEXP|OptimizedRegularExpression/.test(message))
    throw new BadPatternError(/error: ([^,:(]{1,200})/.exec(message)?.[1] ?? 'it cannot be compiled', { cause: error })
  throw error
}
