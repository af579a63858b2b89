import { and, eq, ilike, or, sql } from 'drizzle-orm'
import type { CountFilters } from '../../ports/log-analysis-store.ts'
import type { TimeSpan } from '../../ports/point-store.ts'
import { logTemplateSettings, logTemplates } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import { containing } from '../page-of.ts'
import type { LogSource } from './log-source.ts'
import type { TemplateIds } from './template-ids.ts'

/** What was counted of a template. `first` and `last` are NaN where the selection has no line of it. */
export interface CountedTemplate {
  readonly id: number
  count: number
  baseline: number
  first: number
  last: number
  severity: number
}

export interface CountedLog {
  readonly templates: ReadonlyMap<number, CountedTemplate>
  /** Lines of the selection, and those of them that belong to no template. */
  readonly lines: number
  readonly withoutTemplate: number
  readonly baselineLines: number
}

interface Wanted {
  readonly ids: TemplateIds
  readonly selection: TimeSpan
  readonly baseline: TimeSpan | undefined
  readonly filters: CountFilters
}

/** The lines of a log by template; a template that is not known any more has none. */
export async function countTemplates(
  ctx: Pick<Context, 'db' | 'points'>,
  { sourceId, storeId }: LogSource,
  { ids, selection, baseline, filters }: Wanted,
): Promise<CountedLog> {
  const [counted, known] = await Promise.all([
    ctx.points.countTemplates(storeId, { selection, baseline }, filters),
    ctx.db.select({ id: logTemplates.id }).from(logTemplates).where(eq(logTemplates.sourceId, sourceId)),
  ])
  const isKnown = new Set(known.map(({ id }) => id))
  const templates = new Map<number, CountedTemplate>()
  const sums = { lines: 0, withoutTemplate: 0, baselineLines: 0 }
  await inTurns(counted.templates.length, (row) => {
    const id = ids.resolve(counted.templates[row]!)
    const count = counted.counts[row]!
    sums.lines += count
    sums.baselineLines += counted.baseline[row]!
    if (!isKnown.has(id)) {
      sums.withoutTemplate += count
      return
    }
    const one = templates.get(id) ?? { id, count: 0, baseline: 0, first: Number.NaN, last: Number.NaN, severity: 0 }
    one.count += count
    one.baseline += counted.baseline[row]!
    one.first = lesser(one.first, counted.first[row]!)
    one.last = -lesser(-one.last, -counted.last[row]!)
    one.severity = Math.max(one.severity, counted.severities[row]!)
    templates.set(id, one)
  })
  return { templates, ...sums }
}

/** NaN where both are. */
function lesser(a: number, b: number): number {
  if (Number.isNaN(a)) return b
  return Number.isNaN(b) ? a : Math.min(a, b)
}

/** Templates whose text or name has all words of a search; undefined where all are meant. */
export async function findTemplates(
  { db }: Pick<Context, 'db'>,
  { sourceId }: LogSource,
  q: string | undefined,
): Promise<ReadonlySet<number> | undefined> {
  const words = (q ?? '').split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return undefined
  const has = words.map((word) =>
    or(
      ilike(logTemplates.text, containing(word)),
      ilike(logTemplateSettings.name, containing(word)),
      sql`${logTemplates.id}::text = ${word}`,
    ),
  )
  const isSame = and(
    eq(logTemplateSettings.sourceId, logTemplates.sourceId),
    eq(logTemplateSettings.templateId, logTemplates.id),
  )
  const rows = await db
    .select({ id: logTemplates.id })
    .from(logTemplates)
    .leftJoin(logTemplateSettings, isSame)
    .where(and(eq(logTemplates.sourceId, sourceId), ...has))
  return new Set(rows.map(({ id }) => id))
}
