import { and, eq } from 'drizzle-orm'
import type { PlaceValues, TemplateShares } from '../../ports/log-analysis-store.ts'
import { logTemplates } from '../../schema/index.ts'
import type { LogTemplateAnswer } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { type Locale, notFound } from '../errors.ts'
import { layOutOpenBuckets } from '../lay-out-buckets.ts'
import { countTemplates } from './count-templates.ts'
import { describeTemplates } from './describe-templates.ts'
import { findLogSource, type LogName, selectionOf } from './log-source.ts'
import { readLogFindings } from './read-findings.ts'
import { prepareSearch } from './search.ts'
import { readTemplateIds } from './template-ids.ts'

export interface TemplateRequest extends LogName {
  readonly templateId: number
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly buckets: number
  readonly locale: Locale
}

/** Lines whose values are counted, the newest. */
const MAX_LINES = 100_000
const TIME_LIMIT_MS = 3000
const MAX_INSTANCES = 50

/** A template with the values of its variables. */
export async function getLogTemplate(
  ctx: Context,
  caller: Caller,
  request: TemplateRequest,
): Promise<Omit<LogTemplateAnswer, 'success'>> {
  const source = await findLogSource(ctx, caller, request)
  const ids = await readTemplateIds(ctx, source.sourceId)
  const templateId = ids.resolve(request.templateId)
  const isIt = and(eq(logTemplates.sourceId, source.sourceId), eq(logTemplates.id, templateId))
  const [row] = await ctx.db.select().from(logTemplates).where(isIt)
  if (!row) throw notFound('template')
  const selection = selectionOf(source, request)
  const { bucketMs, times } = layOutOpenBuckets({ ...selection, buckets: request.buckets, unitMs: source.stepMs })
  const former = ids.formerOf([templateId])
  const share = (by: 'severity' | 'service' | 'instance') =>
    ctx.points.readTemplateShares(source.storeId, selection, { by, templates: former }, {})
  const { condition } = await prepareSearch(ctx, source, { templateId })
  const newest = await ctx.points.findNewestRow(source.storeId, selection, former, MAX_LINES)
  const [log, found, levels, byService, byInstance, read] = await Promise.all([
    countTemplates(ctx, source, { ids, selection, baseline: undefined, filters: {} }),
    readLogFindings(ctx, source, ids, selection),
    share('severity'),
    share('service'),
    share('instance'),
    ctx.points.readPlaceValues(source.storeId, {
      span: { from: newest, to: selection.to },
      condition: condition!,
      text: row.text,
      max: MAX_LINES,
      timeLimitMs: TIME_LIMIT_MS,
    }),
  ])
  const counted = log.templates.get(templateId) ?? {
    id: templateId,
    count: 0,
    baseline: 0,
    first: Number.NaN,
    last: Number.NaN,
    severity: 0,
  }
  const findings = new Map([[templateId, found.filter((one) => one.templateId === templateId)]])
  const [template] = await describeTemplates(ctx, source, [counted], {
    ids,
    selection,
    filters: {},
    bucketMs,
    buckets: times.length,
    lines: log.lines,
    ratio: undefined,
    findings,
    locale: request.locale,
  })
  return {
    hasTimes: source.hasTimes,
    from: selection.from,
    to: selection.to - 1,
    bucketMs,
    times,
    template: template!,
    values: template!.variables.map((variable, place) => ({ ...variable, ...toValues(read.places[place]) })),
    valuesOf: read.lines,
    levels: sharesOf(levels),
    byService: sharesOf(byService),
    byInstance: sharesOf(byInstance).slice(0, MAX_INSTANCES),
  }
}

type Values = LogTemplateAnswer['values'][number]

function toValues(read: PlaceValues | undefined): Pick<Values, 'distinct' | 'top' | 'numbers'> {
  if (read === undefined) return { distinct: 0, top: [] }
  const { distinct, top, numbers } = read
  if (numbers === undefined) return { distinct, top: [...top] }
  const [min = 0, p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0, max = 0] = numbers.quantiles
  const width = (max - min) / numbers.histogram.length
  const histogram = numbers.histogram.map((count, bar) => ({
    from: min + bar * width,
    to: bar === numbers.histogram.length - 1 ? max : min + (bar + 1) * width,
    count,
  }))
  return { distinct, top: [...top], numbers: { min, p5, p25, p50, p75, p95, max, mean: numbers.mean, histogram } }
}

function sharesOf({ names, counts }: TemplateShares): { name: string; count: number }[] {
  const sums = new Map<string, number>()
  names.forEach((name, row) => {
    sums.set(name, (sums.get(name) ?? 0) + counts[row]!)
  })
  return [...sums].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
}
