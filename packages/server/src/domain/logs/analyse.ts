import { eq } from 'drizzle-orm'
import type { TimeSpan } from '../../ports/point-store.ts'
import { logTemplateSettings } from '../../schema/index.ts'
import type { LogAnalysis, LogTab } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { layOutOpenBuckets } from '../lay-out-buckets.ts'
import { limitsOf, type PageRequest, pageOf } from '../page-of.ts'
import { type CountedLog, type CountedTemplate, countTemplates, findTemplates } from './count-templates.ts'
import { type CountedWord, countWords, describeWords } from './count-words.ts'
import { type Description, describeTemplates } from './describe-templates.ts'
import { findLogSource, type LogName, type LogSource, selectionOf } from './log-source.ts'
import { criticalFinding, isOfTab, readLogFindings, type TemplateFinding } from './read-findings.ts'
import { readTemplateIds } from './template-ids.ts'

export interface AnalysisRequest extends LogName, PageRequest {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly kind: LogTab
  readonly baselineFrom?: number | undefined
  readonly baselineTo?: number | undefined
  readonly q?: string | undefined
  readonly minSeverity?: number | undefined
  readonly service?: readonly string[] | undefined
  readonly instance?: readonly string[] | undefined
  readonly sort?: 'count' | 'severity' | 'first' | 'last' | 'change' | undefined
  readonly ignored: boolean
  readonly buckets: number
  readonly locale: Locale
}

const MAX_SERVICES = 200
const BEFORE_LATE = 0.75
const MIN_SHARE_BEFORE = 0.25
const TABS = ['clusters', 'new', 'rare', 'hot', 'cold', 'sequences', 'values'] as const

/** The templates of a log in a span, with what is odd about them. */
export async function getLogAnalysis(
  ctx: Context,
  caller: Caller,
  request: AnalysisRequest,
): Promise<Omit<LogAnalysis, 'success'>> {
  const source = await findLogSource(ctx, caller, request)
  const selection = selectionOf(source, request)
  const baseline = baselineOf(source, request)
  const before = baseline ?? beforeIn(source, selection)
  const { minSeverity, instance: instances, service: services } = request
  const filters = { minSeverity, instances, services }
  const ids = await readTemplateIds(ctx, source.sourceId)
  const [log, meant, found, { ignored, critical }, named] = await Promise.all([
    countTemplates(ctx, source, { ids, selection, baseline: before, filters }),
    findTemplates(ctx, source, request.q),
    readLogFindings(ctx, source, ids, selection),
    readMarks(ctx, source),
    ctx.points.listLogServices(source.storeId, selection, MAX_SERVICES),
  ])
  const certain = source.file ? [...critical].flatMap((id) => criticalFinding(log.templates.get(id)) ?? []) : []
  const isHidden = (id: number): boolean => source.file !== undefined && ignored.has(id)
  const findings = findingsBy([...certain, ...found], { isHidden })
  const isMeant = (id: number): boolean => (meant?.has(id) ?? true) && (request.ignored || !ignored.has(id))
  const isFiltered = (minSeverity ?? 0) > 0 || instances !== undefined || services !== undefined
  const ofTab = (tab: (typeof TABS)[number]): CountedTemplate[] =>
    templatesOf(tab, log, findings, { baseline, before, isFiltered }).filter(({ id }) => isMeant(id))
  const lists = Object.fromEntries(TABS.map((tab) => [tab, ofTab(tab)])) as Record<
    (typeof TABS)[number],
    CountedTemplate[]
  >
  const words = await countWords(ctx, source, log, { isMeant, q: request.q })
  const { bucketMs, times } = layOutOpenBuckets({ ...selection, buckets: request.buckets, unitMs: source.stepMs })
  const ratio = baseline && (selection.to - selection.from) / (baseline.to - baseline.from)
  const description = {
    ids,
    selection,
    filters,
    bucketMs,
    buckets: times.length,
    lines: log.lines,
    ratio,
    locale: request.locale,
  }
  const isNew = new Set(lists.new.map(({ id }) => id))
  const [counts, newCounts] = await Promise.all([
    readTrend(ctx, source, description, undefined),
    readTrend(ctx, source, description, ids.formerOf([...isNew])),
  ])
  const listed = await readPage(ctx, source, request, { lists, words, findings, description })
  return {
    hasTimes: source.hasTimes,
    from: selection.from,
    to: selection.to - 1,
    bucketMs,
    times,
    counts,
    newCounts,
    ...(baseline && { baseline: { start: baseline.from, end: baseline.to - 1 }, baselineLines: log.baselineLines }),
    lines: log.lines,
    withoutTemplate: log.withoutTemplate,
    templatesTotal: lists.clusters.length,
    ...(source.file ? { file: aboutFile(source.file) } : { analysedTo: source.analysedTo }),
    tabs: {
      ...(Object.fromEntries(TABS.map((tab) => [tab, lists[tab].length])) as Omit<LogAnalysis['tabs'], 'keywords'>),
      keywords: words.length,
    },
    kind: request.kind,
    services: named,
    ...listed,
  }
}

function baselineOf(source: LogSource, { baselineFrom, baselineTo }: AnalysisRequest): TimeSpan | undefined {
  if (baselineFrom === undefined && baselineTo === undefined) return undefined
  if (baselineFrom === undefined || baselineTo === undefined)
    throw invalidField('baselineFrom', 'a baseline needs baselineFrom and baselineTo', { rule: 'required' })
  if (baselineFrom > baselineTo)
    throw invalidField('baselineFrom', 'must not be later than baselineTo', { rule: 'order' })
  return selectionOf(source, { from: baselineFrom, to: baselineTo })
}

/**
 * What the templates of a file are new against where no baseline was chosen: the file before the selection, where that is a quarter of it or
 * more, else its first three quarters. A template that first appears late in a file counts as new, however probable that is.
 */
function beforeIn(source: LogSource, selection: TimeSpan): TimeSpan | undefined {
  if (source.file === undefined) return undefined
  const { from, to } = selectionOf(source, {})
  const rows = (to - from) / source.stepMs
  const after = (share: number): number => from + Math.floor(share * rows) * source.stepMs
  // Against the first rows alone nearly all would be new
  const end = selection.from > from && selection.from >= after(MIN_SHARE_BEFORE) ? selection.from : after(BEFORE_LATE)
  return end > from ? { from, to: end } : undefined
}

interface Marks {
  readonly ignored: ReadonlySet<number>
  readonly critical: ReadonlySet<number>
}

async function readMarks({ db }: Context, { sourceId }: LogSource): Promise<Marks> {
  const rows = await db.select().from(logTemplateSettings).where(eq(logTemplateSettings.sourceId, sourceId))
  const idsOf = (marked: typeof rows): Set<number> => new Set(marked.map(({ templateId }) => templateId))
  return {
    ignored: idsOf(rows.filter(({ ignoredAt }) => ignoredAt !== null)),
    critical: idsOf(rows.filter(({ isCritical }) => isCritical)),
  }
}

type Findings = ReadonlyMap<number, readonly TemplateFinding[]>

function findingsBy(found: readonly TemplateFinding[], { isHidden }: { isHidden(id: number): boolean }): Findings {
  const by = new Map<number, TemplateFinding[]>()
  for (const one of found) {
    if (isHidden(one.templateId)) continue
    const list = by.get(one.templateId)
    if (list) list.push(one)
    else by.set(one.templateId, [one])
  }
  return by
}

/** Templates of a tab: those with lines, or with findings of its kind; also those that began after `before`, or ended since a baseline. */
function templatesOf(
  tab: (typeof TABS)[number],
  { templates }: CountedLog,
  findings: Findings,
  {
    baseline,
    before,
    isFiltered,
  }: { baseline: TimeSpan | undefined; before: TimeSpan | undefined; isFiltered: boolean },
): CountedTemplate[] {
  if (tab === 'clusters') return [...templates.values()].filter(({ count }) => count > 0)
  const list = new Map<number, CountedTemplate>()
  for (const [id, of] of findings) {
    if (!of.some((finding) => isOfTab(finding, tab))) continue
    const counted = templates.get(id)
    // What has stopped has no lines
    if (counted || !isFiltered) list.set(id, counted ?? withoutLines(id))
  }
  if (before)
    for (const one of templates.values()) {
      const isNew = tab === 'new' && one.count > 0 && one.baseline === 0
      const isGone = tab === 'cold' && baseline !== undefined && one.count === 0 && one.baseline > 0
      if (isNew || isGone) list.set(one.id, one)
    }
  return [...list.values()]
}

function withoutLines(id: number): CountedTemplate {
  return { id, count: 0, baseline: 0, first: Number.NaN, last: Number.NaN, severity: 0 }
}

interface Lists {
  readonly lists: Readonly<Record<(typeof TABS)[number], CountedTemplate[]>>
  readonly words: readonly CountedWord[]
  readonly findings: Findings
  readonly description: Omit<Description, 'findings'>
}

async function readPage(
  ctx: Context,
  source: LogSource,
  request: AnalysisRequest,
  { lists, words, findings, description }: Lists,
): Promise<Pick<LogAnalysis, 'templates' | 'keywords' | 'page'>> {
  const { limit, offset } = limitsOf(request)
  const { kind } = request
  if (kind === 'keywords') {
    const keywords = await describeWords(ctx, source, words.slice(offset, offset + limit), description)
    return { templates: [], keywords, page: pageOf(request, words.length) }
  }
  const shown = new Map([...findings].map(([id, of]) => [id, of.filter((one) => isOfTab(one, kind))]))
  const order = orderOf(request.sort ?? (kind === 'clusters' ? 'count' : 'severity'), shown, description.ratio)
  const sorted = lists[kind].sort((a, b) => order(a, b) || b.count - a.count || a.id - b.id)
  const page = sorted.slice(offset, offset + limit)
  const templates = await describeTemplates(ctx, source, page, { ...description, findings: shown })
  return { templates, keywords: [], page: pageOf(request, sorted.length) }
}

function orderOf(
  sort: NonNullable<AnalysisRequest['sort']>,
  findings: Findings,
  ratio: number | undefined,
): (a: CountedTemplate, b: CountedTemplate) => number {
  const latest = (time: number): number => (Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time)
  switch (sort) {
    case 'count':
      return (a, b) => b.count - a.count
    case 'first':
      return (a, b) => latest(b.first) - latest(a.first) || 0
    case 'last':
      return (a, b) => latest(b.last) - latest(a.last) || 0
    case 'severity': {
      const worst = (id: number): number => findings.get(id)?.[0]?.val ?? -1
      return (a, b) => worst(b.id) - worst(a.id)
    }
    case 'change': {
      if (ratio === undefined) throw invalidField('sort', 'change needs a baseline', { rule: 'wrong' })
      // In standard deviations of a count that is what the baseline says
      const change = ({ count, baseline }: CountedTemplate): number =>
        Math.abs(count - baseline * ratio) / Math.sqrt(baseline * ratio * ratio + Math.max(1, count))
      return (a, b) => change(b) - change(a)
    }
  }
}

async function readTrend(
  ctx: Context,
  { storeId }: LogSource,
  { selection, bucketMs, buckets, filters }: Pick<Description, 'selection' | 'bucketMs' | 'buckets' | 'filters'>,
  templates: readonly number[] | undefined,
): Promise<number[]> {
  const trend = new Array<number>(buckets).fill(0)
  if (templates?.length === 0) return trend
  const read = await ctx.points.readTemplateTrends(storeId, selection, { bucketMs, templates }, filters)
  read.buckets.forEach((bucket, row) => {
    trend[bucket]! += read.counts[row]!
  })
  return trend
}

function aboutFile(file: NonNullable<LogSource['file']>): NonNullable<LogAnalysis['file']> {
  const { uploadFileName, encoding, lines, records, cutLines, badLines, forgottenTemplates, notes } = file
  return { uploadFileName, encoding, lines, records, cutLines, badLines, forgottenTemplates, notes: [...notes] }
}
