import { sql } from 'drizzle-orm'
import { projects } from '../../schema/index.ts'
import type { DashboardProject, PeriodFigures, UserValues } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { layOutOpenBuckets } from '../lay-out-buckets.ts'
import { readPredictions } from '../predictions/index.ts'
import { listReadableProjects, type ProjectRow, projectState, stateSentence } from '../projects/index.ts'
import { findingsIn, type Span } from './findings-in.ts'
import { readIncidents } from './incidents.ts'
import { abnormalTime, type Buckets, drawLane, type LaneFinding } from './lane.ts'
import { groupPredictions, toPredictedIncident } from './predicted.ts'
import { seriesTime, shareOf } from './series-time.ts'

export interface UserValuesRequest {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly buckets: number
  readonly locale: Locale
}

interface Found extends LaneFinding {
  readonly isOpen: boolean
  readonly incidentId: string | null
}

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const OPEN_INCIDENTS = { limit: 50, offset: 0 }
const MAX_PREDICTED = 50

/** How the caller's projects are doing: each with its lane, its health and its open incidents, the worst first. */
export async function getUserValues(
  ctx: Context,
  caller: Caller,
  request: UserValuesRequest,
): Promise<Omit<UserValues, 'success'>> {
  const to = request.to ?? ctx.clock.now()
  const from = request.from ?? to - DAY_MS
  if (from >= to) throw invalidField('from', 'must be before to', { rule: 'order' })
  const span = { from, to }
  const { bucketMs, times } = layOutOpenBuckets({ ...span, buckets: request.buckets, unitMs: 1 })
  const buckets = { from, bucketMs, count: times.length }
  const rows = await listReadableProjects(ctx, caller)
  const [found, earlier, aWeekAgo, listed, ahead] = await Promise.all([
    readFindings(ctx, rows, span),
    readFigures(ctx, rows, before(span)),
    readFigures(ctx, rows, lastWeek(span)),
    readIncidents(ctx, rows, OPEN_INCIDENTS, request.locale),
    readPredictions(ctx, rows),
  ])
  const predicted = groupPredictions(ahead)
  const shown = rows
    .map((row) => {
      const { id } = row.source
      const was = { before: earlier.of(row), lastWeek: aWeekAgo.of(row) }
      const own = found.get(id)!
      const abnormalMs = abnormalTime(own, row.project.seriesCount, span)
      const figures = figuresOf(own, { abnormalMs, seriesMs: seriesTime([row], span) })
      const predictedCount = predicted.filter(([first]) => first.row === row).length
      const view = { found: own, figures, was, predictedCount, buckets, locale: request.locale }
      return { project: toDashboardProject(ctx, caller, row, view), abnormalMs }
    })
    .sort((a, b) => rankOf(a.project) - rankOf(b.project) || byName(a.project, b.project))
  const all = [...found.values()].flat()
  const seriesTotal = rows.reduce((sum, { project }) => sum + project.seriesCount, 0)
  const overall = drawLane(all, seriesTotal, buckets)
  return {
    from,
    to,
    bucketMs,
    times,
    overall: { share: overall.share, findings: overall.findings },
    summary: figuresOf(all, {
      abnormalMs: shown.reduce((sum, one) => sum + one.abnormalMs, 0),
      seriesMs: seriesTime(rows, span),
    }),
    before: earlier.whole,
    lastWeek: aWeekAgo.whole,
    projects: shown.map(({ project }) => project),
    incidents: listed.incidents,
    predicted: predicted.slice(0, MAX_PREDICTED).map(toPredictedIncident),
  }
}

/** As long as the span, and right before it. */
function before({ from, to }: Span): Span {
  return { from: from - (to - from), to: from }
}

function lastWeek({ from, to }: Span): Span {
  return { from: from - WEEK_MS, to: to - WEEK_MS }
}

interface ProjectView {
  readonly found: readonly Found[]
  readonly figures: PeriodFigures
  readonly was: Pick<DashboardProject, 'before' | 'lastWeek'>
  readonly predictedCount: number
  readonly buckets: Buckets
  readonly locale: Locale
}

function toDashboardProject(
  { clock }: Context,
  caller: Caller,
  row: ProjectRow,
  { found, figures, was, predictedCount, buckets, locale }: ProjectView,
): DashboardProject {
  const { project, source, owner } = row
  const now = clock.now()
  const state = projectState(row, now)
  const worstOpen = Math.max(0, ...found.filter(({ isOpen }) => isOpen).map(({ severity }) => Math.abs(severity ?? 0)))
  const parts = healthParts(worstOpen, figures.abnormalShare ?? 0)
  const { findings: _, ...lane } = drawLane(found, project.seriesCount, buckets)
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
    predictedIncidents: predictedCount,
    lane,
    figures,
    ...was,
  }
}

/** What health is made of: points that are taken off 100. */
interface HealthParts {
  /** 5 for each point of severity of the worst finding that is open: at most 50. */
  readonly severity: number
  /** 50 times the square root of the part of the series time that was abnormal. */
  readonly share: number
}

function healthParts(worstOpen: number, abnormalShare: number): HealthParts {
  return { severity: 5 * Math.min(10, worstOpen), share: 50 * Math.sqrt(abnormalShare) }
}

/** From 0 to 100. */
function healthOf({ severity, share }: HealthParts): number {
  return Math.max(0, Math.round(100 - severity - share))
}

interface Times {
  readonly abnormalMs: number
  readonly seriesMs: number
}

function figuresOf(found: readonly Found[], { abnormalMs, seriesMs }: Times): PeriodFigures {
  return {
    abnormalShare: shareOf(abnormalMs, seriesMs),
    seriesMs,
    findings: found.length,
    incidents: new Set(found.map(({ incidentId }) => incidentId).filter((id) => id !== null)).size,
  }
}

/** Open severity first, then silence, then the abnormal share; those without a model yet come last. */
function rankOf({ worstOpenSeverity, state, figures }: DashboardProject): number {
  if (worstOpenSeverity > 0) return -100 - worstOpenSeverity
  if (state === 'silent') return -50
  return state === 'live' ? -(figures.abnormalShare ?? 0) : 1
}

function byName(a: DashboardProject, b: DashboardProject): number {
  return a.projectName.localeCompare(b.projectName, 'en')
}

/** Findings on live data that touch a span, by source. */
async function readFindings(
  { db, clock }: Context,
  rows: readonly ProjectRow[],
  span: Span,
): Promise<Map<string, Found[]>> {
  const bySource = new Map<string, Found[]>(rows.map(({ source }) => [source.id, []]))
  if (rows.length === 0) return bySource
  const found = findingsIn([...bySource.keys()], span, clock.now())
  const { rows: read } = (await db.execute(sql`
    select source_id as "sourceId", first::float8 as start, past::float8 as "end", is_open as "isOpen",
      severity * direction as severity, series as "seriesCount", incident_id as "incidentId"
    from ${found} as touching`)) as unknown as { rows: (Found & { sourceId: string })[] }
  for (const { sourceId, ...one } of read) bySource.get(sourceId)!.push(one)
  return bySource
}

interface FigureRow {
  readonly sourceId: string
  readonly findings: number
  readonly incidents: number
  /** Milliseconds that series were abnormal, of all series together. */
  readonly abnormalMs: number
}

interface Figures {
  of(row: ProjectRow): PeriodFigures
  readonly whole: PeriodFigures
}

/** Only the figures of a span, by source and of all together. */
async function readFigures({ db, clock }: Context, rows: readonly ProjectRow[], span: Span): Promise<Figures> {
  const sourceIds = rows.map(({ source }) => source.id)
  const found = findingsIn(sourceIds, span, clock.now())
  const { rows: read } =
    rows.length === 0
      ? { rows: [] }
      : ((await db.execute(sql`
          select touching.source_id as "sourceId", count(*)::int as findings, count(distinct incident_id)::int as incidents,
            coalesce(sum((least(past, ${span.to}::bigint) - greatest(first, ${span.from}::bigint))
              * least(series, ${projects.seriesCount})) filter (where severity is not null), 0)::float8 as "abnormalMs"
          from ${found} as touching join ${projects} on ${projects.sourceId} = touching.source_id
          group by touching.source_id`)) as unknown as { rows: FigureRow[] })
  const figureOf = new Map(read.map((row) => [row.sourceId, row]))
  const figures = (of: readonly ProjectRow[]): PeriodFigures => {
    const counted = of.flatMap(({ source }) => figureOf.get(source.id) ?? [])
    const sum = (field: 'findings' | 'incidents' | 'abnormalMs') =>
      counted.reduce((total, row) => total + row[field], 0)
    const seriesMs = seriesTime(of, span)
    return {
      abnormalShare: shareOf(sum('abnormalMs'), seriesMs),
      seriesMs,
      findings: sum('findings'),
      incidents: sum('incidents'),
    }
  }
  return { of: (row) => figures([row]), whole: figures(rows) }
}
