import { and, gt, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { findings } from '../../schema/index.ts'
import type { DashboardProject, PeriodFigures, UserValues } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { listReadableProjects, type ProjectRow, projectState, stateSentence } from '../projects/index.ts'
import { healthOf, healthParts } from './health.ts'
import { readIncidents } from './incidents.ts'
import { abnormalShare, type Buckets, drawLane, type LaneFinding } from './lane.ts'

export interface UserValuesRequest {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly buckets: number
  readonly locale: Locale
}

interface Span {
  readonly from: number
  readonly to: number
}

interface Found extends LaneFinding {
  readonly isOpen: boolean
  readonly incidentId: string | null
}

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const openIncidents = { states: ['open', 'acknowledged'], limit: 50, offset: 0 } as const

/** How the caller's projects are doing: each with its lane, its health and its open incidents, the worst first. */
export async function getUserValues(
  ctx: Context,
  caller: Caller,
  request: UserValuesRequest,
): Promise<Omit<UserValues, 'success'>> {
  const to = request.to ?? ctx.clock.now()
  const from = request.from ?? to - dayMs
  if (from >= to) throw invalidField('from', 'must be before to')
  const span = { from, to }
  const bucketMs = Math.ceil((to - from) / request.buckets)
  const buckets = { from, bucketMs, count: Math.ceil((to - from) / bucketMs) }
  const rows = await listReadableProjects(ctx, caller)
  const found = await readFindings(ctx, rows, [span, before(span), lastWeek(span)])
  const judged = rows.map((row) => {
    const own = found.get(row.source.id) ?? []
    const project = toDashboardProject(ctx, caller, row, { found: own, span, buckets, locale: request.locale })
    return { row, project, found: own }
  })
  judged.sort((a, b) => rankOf(a.project) - rankOf(b.project) || byName(a.project, b.project))
  const all = judged.flatMap((one) => one.found)
  const seriesTotal = rows.reduce((sum, { project }) => sum + project.seriesCount, 0)
  const overall = drawLane(all, seriesTotal, buckets)
  return {
    ...{ from, to, bucketMs },
    times: Array.from({ length: buckets.count }, (_, bucket) => from + bucket * bucketMs),
    overall: { share: overall.share, findings: overall.findings },
    summary: figuresIn(all, seriesTotal, span),
    before: figuresIn(all, seriesTotal, before(span)),
    lastWeek: figuresIn(all, seriesTotal, lastWeek(span)),
    projects: judged.map(({ project }) => project),
    incidents: (await readIncidents(ctx, rows, openIncidents, request.locale)).incidents,
  }
}

/** As long as the span, and right before it. */
function before({ from, to }: Span): Span {
  return { from: from - (to - from), to: from }
}

function lastWeek({ from, to }: Span): Span {
  return { from: from - weekMs, to: to - weekMs }
}

interface ProjectView {
  readonly found: readonly Found[]
  readonly span: Span
  readonly buckets: Buckets
  readonly locale: Locale
}

function toDashboardProject(
  { clock }: Context,
  caller: Caller,
  row: ProjectRow,
  { found, span, buckets, locale }: ProjectView,
): DashboardProject {
  const { project, source, owner } = row
  const now = clock.now()
  const state = projectState(row, now)
  const figures = figuresIn(found, project.seriesCount, span)
  const worstOpen = Math.max(0, ...found.filter(({ isOpen }) => isOpen).map(({ severity }) => Math.abs(severity ?? 0)))
  const parts = healthParts(worstOpen, figures.abnormalShare)
  const { share, severity, isGap } = drawLane(found, project.seriesCount, buckets)
  return {
    projectName: source.name,
    owner,
    mine: source.ownerId === caller.accountId,
    demo: project.isDemo,
    dataType: project.dataType,
    state,
    stateSentence: stateSentence(row, now, locale),
    trust: project.trust ?? 'none',
    seriesCount: project.seriesCount,
    lastDataAt: project.lastDataAt,
    to: source.toTime,
    health: state === 'live' ? healthOf(parts) : null,
    healthParts: parts,
    worstOpenSeverity: worstOpen,
    openIncidents: new Set(found.filter(({ isOpen }) => isOpen).map(({ incidentId }) => incidentId)).size,
    lane: { share, severity, isGap },
    figures,
    before: figuresIn(found, project.seriesCount, before(span)),
    lastWeek: figuresIn(found, project.seriesCount, lastWeek(span)),
  }
}

function figuresIn(found: readonly Found[], seriesCount: number, span: Span): PeriodFigures {
  const within = found.filter(({ start, end }) => start < span.to && end > span.from)
  return {
    abnormalShare: abnormalShare(within, seriesCount, span),
    findings: within.length,
    incidents: new Set(within.map(({ incidentId }) => incidentId).filter((id) => id !== null)).size,
  }
}

/** Open severity first, then silence, then the abnormal share; those that nothing is judged on yet come last. */
function rankOf({ worstOpenSeverity, state, figures }: DashboardProject): number {
  if (worstOpenSeverity > 0) return -100 - worstOpenSeverity
  if (state === 'silent') return -50
  return state === 'live' ? -figures.abnormalShare : 1
}

function byName(a: DashboardProject, b: DashboardProject): number {
  return a.projectName.localeCompare(b.projectName, 'en')
}

/** Findings on live data that touch one of the spans, by source. One that continues lasts until now. */
async function readFindings(
  { db, clock }: Context,
  rows: readonly ProjectRow[],
  spans: readonly Span[],
): Promise<Map<string, Found[]>> {
  const bySource = new Map<string, Found[]>(rows.map(({ source }) => [source.id, []]))
  if (rows.length === 0) return bySource
  const now = clock.now()
  const touches = spans.map(({ from, to }) =>
    and(lt(findings.startTime, to), or(isNull(findings.endTime), gt(findings.endTime, from))),
  )
  const { sourceId, startTime, endTime, severity, direction, seriesCount, incidentId } = findings
  const found = await db
    .select({ sourceId, startTime, endTime, severity, direction, seriesCount, incidentId })
    .from(findings)
    .where(and(inArray(sourceId, [...bySource.keys()]), isNotNull(findings.key), or(...touches)))
  for (const one of found)
    bySource.get(one.sourceId)!.push({
      start: one.startTime,
      end: Math.max(one.startTime + 1, one.endTime ?? now),
      isOpen: one.endTime === null,
      severity: one.severity === null ? null : one.severity * (one.direction ?? 1),
      seriesCount: one.seriesCount ?? 1,
      incidentId: one.incidentId,
    })
  return bySource
}
