import { sql } from 'drizzle-orm'
import { projects } from '../../schema/index.ts'
import type { DashboardProject, PeriodFigures, UserValues } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { listReadableProjects, type ProjectRow, projectState, stateSentence } from '../projects/index.ts'
import { findingsIn, type Span } from './findings-in.ts'
import { healthOf, healthParts } from './health.ts'
import { readIncidents } from './incidents.ts'
import { abnormalShare, type Buckets, drawLane, type LaneFinding } from './lane.ts'

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

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const openIncidents = { limit: 50, offset: 0 }

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
  const [found, earlier, aWeekAgo, listed] = await Promise.all([
    readFindings(ctx, rows, span),
    readFigures(ctx, rows, before(span)),
    readFigures(ctx, rows, lastWeek(span)),
    readIncidents(ctx, rows, openIncidents, request.locale),
  ])
  const shown = rows
    .map((row) => {
      const { id } = row.source
      const was = { before: earlier.of(id), lastWeek: aWeekAgo.of(id) }
      return toDashboardProject(ctx, caller, row, { found: found.get(id)!, was, span, buckets, locale: request.locale })
    })
    .sort((a, b) => rankOf(a) - rankOf(b) || byName(a, b))
  const all = [...found.values()].flat()
  const seriesTotal = rows.reduce((sum, { project }) => sum + project.seriesCount, 0)
  const overall = drawLane(all, seriesTotal, buckets)
  return {
    ...{ from, to, bucketMs },
    times: Array.from({ length: buckets.count }, (_, bucket) => from + bucket * bucketMs),
    overall: { share: overall.share, findings: overall.findings },
    summary: figuresIn(all, seriesTotal, span),
    before: earlier.whole,
    lastWeek: aWeekAgo.whole,
    projects: shown,
    incidents: listed.incidents,
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
  readonly was: Pick<DashboardProject, 'before' | 'lastWeek'>
  readonly span: Span
  readonly buckets: Buckets
  readonly locale: Locale
}

function toDashboardProject(
  { clock }: Context,
  caller: Caller,
  row: ProjectRow,
  { found, was, span, buckets, locale }: ProjectView,
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
    ...was,
  }
}

function figuresIn(found: readonly Found[], seriesCount: number, span: Span): PeriodFigures {
  return {
    abnormalShare: abnormalShare(found, seriesCount, span),
    findings: found.length,
    incidents: new Set(found.map(({ incidentId }) => incidentId).filter((id) => id !== null)).size,
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
  of(sourceId: string): PeriodFigures
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
  const seriesOf = new Map(rows.map(({ source, project }) => [source.id, project.seriesCount]))
  const figures = (rowsOf: readonly FigureRow[], series: number): PeriodFigures => {
    const sum = (field: 'findings' | 'incidents' | 'abnormalMs') => rowsOf.reduce((total, row) => total + row[field], 0)
    const abnormalShare = series === 0 ? 0 : Math.min(1, sum('abnormalMs') / (series * (span.to - span.from)))
    return { abnormalShare, findings: sum('findings'), incidents: sum('incidents') }
  }
  return {
    of: (id) =>
      figures(
        [figureOf.get(id)].filter((row) => row !== undefined),
        seriesOf.get(id) ?? 0,
      ),
    whole: figures(
      read,
      rows.reduce((sum, { project }) => sum + project.seriesCount, 0),
    ),
  }
}
