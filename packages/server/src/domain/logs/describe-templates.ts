import { readVariables } from '@omen/engine'
import { and, eq, inArray } from 'drizzle-orm'
import type { CountFilters, TemplateShares } from '../../ports/log-analysis-store.ts'
import type { TimeSpan } from '../../ports/point-store.ts'
import { logTemplateSettings, logTemplates } from '../../schema/index.ts'
import type { AnalysedTemplate, LogVariable } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { readEvents } from '../events/index.ts'
import type { CountedTemplate } from './count-templates.ts'
import type { LogSource } from './log-source.ts'
import type { TemplateFinding } from './read-findings.ts'
import type { TemplateIds } from './template-ids.ts'

const DAY_MS = 86_400_000
const MAX_NAMES = 20
const MAX_SHOWN = 10

export interface Description {
  readonly ids: TemplateIds
  readonly selection: TimeSpan
  readonly filters: CountFilters
  readonly bucketMs: number
  readonly buckets: number
  /** Lines of the whole selection. */
  readonly lines: number
  /** How much longer the selection is than the baseline; undefined without one. */
  readonly ratio: number | undefined
  /** Those that are shown, the most severe first, by template. */
  readonly findings: ReadonlyMap<number, readonly TemplateFinding[]>
  readonly locale: Locale
}

/** Templates as they are shown, in the order in which they were counted; those that are no more are left out. */
export async function describeTemplates(
  ctx: Pick<Context, 'db' | 'points'>,
  source: LogSource,
  counted: readonly CountedTemplate[],
  description: Description,
): Promise<AnalysedTemplate[]> {
  if (counted.length === 0) return []
  const { ids, selection, filters, bucketMs } = description
  const wanted = counted.map(({ id }) => id)
  const former = ids.formerOf(wanted)
  const [rows, settings, trends, services, instances] = await Promise.all([
    ctx.db
      .select()
      .from(logTemplates)
      .where(and(eq(logTemplates.sourceId, source.sourceId), inArray(logTemplates.id, wanted))),
    ctx.db
      .select()
      .from(logTemplateSettings)
      .where(and(eq(logTemplateSettings.sourceId, source.sourceId), inArray(logTemplateSettings.templateId, wanted))),
    ctx.points.readTemplateTrends(source.storeId, selection, { bucketMs, templates: former }, filters),
    ctx.points.readTemplateShares(source.storeId, selection, { by: 'service', templates: former }, filters),
    ctx.points.readTemplateShares(source.storeId, selection, { by: 'instance', templates: former }, filters),
  ])
  const trendOf = new Map(wanted.map((id) => [id, new Array<number>(description.buckets).fill(0)]))
  trends.templates.forEach((id, row) => {
    trendOf.get(ids.resolve(id))![trends.buckets[row]!]! += trends.counts[row]!
  })
  const releases = await readReleases(ctx, source, rows)
  const servicesOf = namesBy(services, ids)
  const instancesOf = namesBy(instances, ids)
  return counted.flatMap((one): AnalysedTemplate[] => {
    const row = rows.find(({ id }) => id === one.id)
    if (row === undefined) return []
    const setting = settings.find(({ templateId }) => templateId === one.id)
    const byInstance = instancesOf.get(one.id) ?? []
    const findings = description.findings.get(one.id) ?? []
    const release = releases.findLast(({ at }) => at <= row.firstAt && at >= row.firstAt - DAY_MS)
    return [
      {
        templateId: one.id,
        text: row.text,
        variables: nameVariables(row.text, row.example),
        ...(setting?.name && { name: setting.name }),
        ...(setting?.note && { note: setting.note }),
        ignored: setting?.ignoredAt != null,
        critical: setting?.isCritical ?? false,
        isError: row.isError,
        severity: Math.min(24, one.severity),
        services: (servicesOf.get(one.id) ?? []).filter((name) => name !== '').slice(0, MAX_NAMES),
        instances: byInstance.filter((name) => name !== '').slice(0, MAX_NAMES),
        instancesTotal: byInstance.filter((name) => name !== '').length,
        count: one.count,
        share: description.lines > 0 ? Math.min(1, one.count / description.lines) : 0,
        ...(description.ratio !== undefined && {
          baselineCount: one.baseline,
          expected: one.baseline * description.ratio,
        }),
        trend: trendOf.get(one.id)!,
        firstSeen: row.firstAt,
        lastSeen: row.lastAt,
        firstInRange: orNull(one.first),
        lastInRange: orNull(one.last),
        example: row.example,
        ...(release && {
          firstRelease: { id: release.id, at: release.at, title: release.title, version: release.version ?? null },
        }),
        findings: findings.slice(0, MAX_SHOWN).map((finding) => finding.toWire(description.locale)),
        findingsTotal: findings.length,
      },
    ]
  })
}

function orNull(time: number): number | null {
  return Number.isNaN(time) ? null : time
}

/** Names of each template, those with the most lines first. */
function namesBy({ templates, names, counts }: TemplateShares, ids: TemplateIds): Map<number, string[]> {
  const sums = new Map<number, Map<string, number>>()
  templates.forEach((template, row) => {
    const id = ids.resolve(template)
    const of = sums.get(id) ?? new Map<string, number>()
    of.set(names[row]!, (of.get(names[row]!) ?? 0) + counts[row]!)
    sums.set(id, of)
  })
  return new Map([...sums].map(([id, of]) => [id, [...of].sort((a, b) => b[1] - a[1]).map(([name]) => name)]))
}

/** Deployments before templates were first seen, by time. */
async function readReleases(
  ctx: Pick<Context, 'db'>,
  { sourceId, file }: LogSource,
  rows: readonly { readonly firstAt: number }[],
): ReturnType<typeof readEvents> {
  if (file || rows.length === 0) return []
  const times = rows.map(({ firstAt }) => firstAt)
  const found = await readEvents(ctx, sourceId, { from: Math.min(...times) - DAY_MS, to: Math.max(...times) })
  return found.filter(({ kind }) => kind === 'deployment')
}

const KINDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['time', /^\d{4}-\d\d-\d\d|^\d{1,2}:\d\d:\d\d/],
  ['address', /^\[?(?:\d{1,3}\.){3}\d{1,3}\]?(?::\d+)?$|^[\da-f]*:[\da-f:]+:[\da-f]*$/i],
  ['size', /^\d+(?:\.\d+)?\s?(?:[kmgt]i?b|bytes?)$/i],
  ['duration', /^\d+(?:\.\d+)?\s?(?:ns|us|µs|ms|s|sec|min|h)$/i],
  ['number', /^[-+]?\d+(?:[.,]\d+)*%?$/],
  ['id', /^(?:0x)?[\da-f]{6,}$|^[\da-f]{8}-[\da-f]{4}-|^\w*\d\w*[-_]\w*\d\w*$/i],
  ['path', /^(?:[a-z]+:\/)?\/|\\\w/i],
]
const DURATIONS = /^(?:ns|us|µs|ms|s|sec|seconds?|min|minutes?|h|hours?)$/i
const SIZES = /^(?:[kmgt]i?b|b|bytes?)$/i
const UNIT_AFTER = /^\s?(ns|us|µs|ms|s|sec|seconds?|min|minutes?|[kmgt]i?b|bytes?|%)(?![\w%])/i
const KEY_BEFORE = /([A-Za-z_][\w.-]{0,39})["']?\s?[=:]\s?["'([]?$/
const STATUS_BEFORE = /(?:status|code|HTTP\/\d(?:\.\d)?"?)\s?$/i
const MAX_CHARACTERS = 200

/** What stands in the places of a template, by what is around it and by the values of an example. */
export function nameVariables(text: string, example: string): LogVariable[] {
  const pieces = text.split('<*>')
  const values = valuesOf(text, pieces, example)
  return pieces.slice(1).map((after, k): LogVariable => {
    const before = pieces[k]!
    const value = (values[k] ?? '').slice(0, MAX_CHARACTERS)
    const unit = UNIT_AFTER.exec(after)?.[1]
    return { name: nameOf(before, value, unit), ...(unit !== undefined && { unit }), example: value }
  })
}

function nameOf(before: string, value: string, unit: string | undefined): string {
  const key = KEY_BEFORE.exec(before)?.[1]
  if (key !== undefined) return key
  if (STATUS_BEFORE.test(before) && /^\d{3}$/.test(value)) return 'status'
  const kind = KINDS.find(([, pattern]) => pattern.test(value))?.[0] ?? 'word'
  if (kind !== 'number' || unit === undefined) return kind
  if (DURATIONS.test(unit)) return 'duration'
  return SIZES.test(unit) ? 'size' : 'number'
}

/** The example may have a header before its message, and lines that go on behind it. */
function valuesOf(text: string, pieces: readonly string[], example: string): readonly string[] {
  const [first = ''] = pieces
  for (let at = first === '' ? 0 : example.indexOf(first); at >= 0; at = example.indexOf(first, at + 1)) {
    const message = example.slice(at)
    const values = readVariables(text, message) ?? readVariables(text, message.split('\n', 1)[0]!)
    if (values) return values
    if (first === '') break
  }
  return []
}
