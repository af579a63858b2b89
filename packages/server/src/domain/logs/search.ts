import { readVariables } from '@omen/engine'
import { and, eq, inArray } from 'drizzle-orm'
import { BadPatternError, type FoundLine, type FoundLines, type LogCondition } from '../../ports/log-analysis-store.ts'
import { logTemplates } from '../../schema/index.ts'
import type { LogLines, LogSearchLine } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { findLogSource, type LogName, type LogSource } from './log-source.ts'
import { fault, type ParsedQuery, parseLogQuery } from './parse-query.ts'

export interface LineFilters {
  readonly q?: string | undefined
  readonly templateId?: number | undefined
  readonly minSeverity?: number | undefined
  readonly service?: readonly string[] | undefined
  readonly instance?: readonly string[] | undefined
}

export interface SearchRequest extends LogName, LineFilters {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly order: 'newest' | 'oldest'
  readonly cursor?: string | undefined
  readonly around?: string | undefined
  readonly limit: number
}

/** The answer has what was found by then. */
const TIME_LIMIT_MS = 4000
const HIGHEST_SEVERITY = 255

/** A page of lines, or the lines around one. */
export async function searchLogLines(
  ctx: Context,
  caller: Caller,
  request: SearchRequest,
): Promise<Omit<LogLines, 'success'>> {
  const source = await findLogSource(ctx, caller, request)
  const search = await prepareSearch(ctx, source, request)
  if (request.around !== undefined) return readAround(ctx, source, search, request)
  const { from = source.from, to = source.to, order, cursor, limit } = request
  if (from > to) throw invalidField('from', 'must not be later than to', { rule: 'order' })
  const span = { from, to: to + 1 }
  const found = await run(ctx, source, search, { span, order, cursor, limit })
  const lines = toWire(source, search, found.lines)
  const [first] = found.lines
  return {
    lines,
    next: found.next,
    previous: first?.id ?? cursor ?? null,
    isComplete: found.searchedTo === null,
    searchedTo: found.searchedTo,
    hasTimes: source.hasTimes,
  }
}

/** A search whose templates are known as conditions on lines. */
export interface PreparedSearch {
  readonly query: ParsedQuery
  readonly condition: LogCondition | undefined
}

export async function prepareSearch(ctx: Context, source: LogSource, filters: LineFilters): Promise<PreparedSearch> {
  const query = parseLogQuery(filters.q)
  const { templateId, minSeverity = 0, service, instance } = filters
  const of: LogCondition[] = [
    ...(query.condition ? [query.condition] : []),
    ...(templateId === undefined ? [] : [{ kind: 'template', id: templateId } as const]),
    ...(minSeverity > 0 ? [{ kind: 'severity', from: minSeverity, to: HIGHEST_SEVERITY } as const] : []),
    ...(service ? [{ kind: 'service', names: service } as const] : []),
    ...(instance ? [{ kind: 'instance', names: instance } as const] : []),
  ]
  if (of.length === 0) return { query, condition: undefined }
  const all: LogCondition = of.length === 1 ? of[0]! : { kind: 'all', of }
  return { query, condition: source.file ? all : await byTexts(ctx, source, all) }
}

interface Page {
  readonly span: { readonly from: number; readonly to: number }
  readonly order: 'newest' | 'oldest'
  readonly cursor?: string | undefined
  readonly limit: number
}

export async function run(
  ctx: Context,
  { storeId }: LogSource,
  { query, condition }: PreparedSearch,
  page: Page,
): Promise<FoundLines> {
  try {
    return await ctx.points.searchLogs(storeId, {
      ...page,
      condition,
      timeLimitMs: TIME_LIMIT_MS,
      marks: query.patterns,
    })
  } catch (error) {
    if (!(error instanceof BadPatternError)) throw error
    throw fault(0, `has an expression that cannot be used: ${error.message}`)
  }
}

export function toWire(source: LogSource, { query }: PreparedSearch, lines: readonly FoundLine[]): LogSearchLine[] {
  return lines.map(({ id, time, position, instance, service, severity, template, line, attributes, isCut, marks }) => ({
    id,
    time,
    ...(source.file && { number: position }),
    instance,
    service,
    severity,
    templateId: template,
    line,
    ...(isCut && { isCut }),
    ...(attributes !== '' && { attributes: JSON.parse(attributes) as Record<string, unknown> }),
    highlights: highlight(line, query.texts, marks),
  }))
}

const MAX_PLACES = 50

/** Where a line has texts, in any case, and what expressions matched, in its order. */
export function highlight(line: string, texts: readonly string[], marks: readonly string[]): [number, number][] {
  const places: [number, number][] = []
  const lower = line.toLowerCase()
  const haystack = lower.length === line.length ? lower : line
  for (const text of texts) {
    const needle = haystack === line ? text : text.toLowerCase()
    if (needle === '') continue
    for (let at = haystack.indexOf(needle); at >= 0 && places.length < MAX_PLACES; ) {
      places.push([at, at + needle.length])
      at = haystack.indexOf(needle, at + needle.length)
    }
  }
  let from = 0
  for (const mark of marks) {
    if (mark === '') continue
    const again = line.indexOf(mark, from)
    // Those of several expressions follow each other, each from the beginning
    const at = again < 0 ? line.indexOf(mark) : again
    if (at < 0) continue
    places.push([at, at + mark.length])
    from = at + mark.length
  }
  return joinPlaces(places).slice(0, MAX_PLACES)
}

function joinPlaces(places: [number, number][]): [number, number][] {
  const joined: [number, number][] = []
  for (const [from, to] of places.sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** So far away lines are looked for before and after one. */
const DAY_MS = 86_400_000

async function readAround(
  ctx: Context,
  source: LogSource,
  search: PreparedSearch,
  { around, limit }: SearchRequest,
): Promise<Omit<LogLines, 'success'>> {
  const [time = '0', nanos = '0', position = '0', id = '0'] = around!.split('.')
  const at = Number(time)
  const half = Math.max(1, Math.floor((limit - 1) / 2))
  const reach = source.hasTimes ? DAY_MS : limit
  const itself = [time, nanos, position, BigInt(id) === 0n ? '0' : String(BigInt(id) - 1n)].join('.')
  const [before, after] = await Promise.all([
    run(ctx, source, search, {
      span: { from: Math.max(0, at - reach), to: at + 1 },
      order: 'newest',
      cursor: around,
      limit: half,
    }),
    run(ctx, source, search, {
      span: { from: at, to: at + reach },
      order: 'oldest',
      cursor: itself,
      limit: limit - half,
    }),
  ])
  const lines = [...before.lines.toReversed(), ...after.lines]
  if (lines.length === 0) throw notFound('line')
  return {
    lines: toWire(source, search, lines),
    next: lines.at(-1)!.id,
    previous: lines[0]!.id,
    hasTimes: source.hasTimes,
    isComplete: before.searchedTo === null && after.searchedTo === null,
    searchedTo: null,
  }
}

const MAX_EXCEPTED = 20

/**
 * The lines of a project are stored without templates: those of one are the lines that fit its text, but not the text of a template that is a
 * special case of it.
 */
async function byTexts(ctx: Context, { sourceId }: LogSource, condition: LogCondition): Promise<LogCondition> {
  const wanted = templatesIn(condition)
  if (wanted.length === 0) return condition
  const isOwn = eq(logTemplates.sourceId, sourceId)
  const rows = await ctx.db
    .select()
    .from(logTemplates)
    .where(and(isOwn, inArray(logTemplates.id, wanted)))
  const all = await ctx.db.select({ id: logTemplates.id, text: logTemplates.text }).from(logTemplates).where(isOwn)
  const texts = new Map(rows.map(({ id, text }) => [id, text]))
  return replaceTemplates(condition, (id) => {
    const text = texts.get(id)
    if (text === undefined) return { kind: 'any', of: [] }
    const special = all.filter((one) => one.id !== id && isSpecialCase(text, one.text)).slice(0, MAX_EXCEPTED)
    const excepted = special.map((one): LogCondition => ({ kind: 'not', of: { kind: 'templateText', text: one.text } }))
    return { kind: 'all', of: [{ kind: 'templateText', text }, ...excepted] }
  })
}

/** Whether a text is one that a template has lines of: each place holds one word of it. */
function isSpecialCase(text: string, other: string): boolean {
  const values = other === text ? undefined : readVariables(text, other)
  return values?.every((value) => /^\S+$/.test(value)) ?? false
}

function templatesIn(condition: LogCondition): number[] {
  if (condition.kind === 'template') return [condition.id]
  if (condition.kind === 'not') return templatesIn(condition.of)
  return condition.kind === 'all' || condition.kind === 'any' ? condition.of.flatMap(templatesIn) : []
}

function replaceTemplates(condition: LogCondition, by: (id: number) => LogCondition): LogCondition {
  if (condition.kind === 'template') return by(condition.id)
  if (condition.kind === 'not') return { kind: 'not', of: replaceTemplates(condition.of, by) }
  if (condition.kind !== 'all' && condition.kind !== 'any') return condition
  return { kind: condition.kind, of: condition.of.map((one) => replaceTemplates(one, by)) }
}
