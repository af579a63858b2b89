import { and, eq, inArray } from 'drizzle-orm'
import type { CountFilters, TemplateShares } from '../../ports/log-analysis-store.ts'
import type { TimeSpan } from '../../ports/point-store.ts'
import { logTemplateSettings, logTemplates } from '../../schema/index.ts'
import type { AnalysedTemplate } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { readEvents } from '../events/index.ts'
import type { CountedTemplate } from './count-templates.ts'
import type { LogSource } from './log-source.ts'
import { nameVariables } from './name-variables.ts'
import type { TemplateFinding } from './read-findings.ts'
import type { TemplateIds } from './template-ids.ts'

const dayMs = 86_400_000
const mostNames = 20
const mostShown = 10

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
    const release = releases.findLast(({ at }) => at <= row.firstAt && at >= row.firstAt - dayMs)
    return [
      {
        ...{ templateId: one.id, text: row.text, variables: nameVariables(row.text, row.example) },
        ...(setting?.name && { name: setting.name }),
        ...(setting?.note && { note: setting.note }),
        ...{ ignored: setting?.ignoredAt != null, critical: setting?.isCritical ?? false },
        ...{ isError: row.isError, severity: Math.min(24, one.severity) },
        services: (servicesOf.get(one.id) ?? []).filter((name) => name !== '').slice(0, mostNames),
        instances: byInstance.filter((name) => name !== '').slice(0, mostNames),
        instancesTotal: byInstance.filter((name) => name !== '').length,
        ...{ count: one.count, share: description.lines > 0 ? Math.min(1, one.count / description.lines) : 0 },
        ...(description.ratio !== undefined && {
          baselineCount: one.baseline,
          expected: one.baseline * description.ratio,
        }),
        ...{ trend: trendOf.get(one.id)!, firstSeen: row.firstAt, lastSeen: row.lastAt },
        ...{ firstInRange: orNull(one.first), lastInRange: orNull(one.last), example: row.example },
        ...(release && {
          firstRelease: { id: release.id, at: release.at, title: release.title, version: release.version ?? null },
        }),
        findings: findings.slice(0, mostShown).map((finding) => finding.toWire(description.locale)),
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
  const found = await readEvents(ctx, sourceId, { from: Math.min(...times) - dayMs, to: Math.max(...times) })
  return found.filter(({ kind }) => kind === 'deployment')
}
