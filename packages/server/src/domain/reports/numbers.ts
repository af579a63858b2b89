import { sql } from 'drizzle-orm'
import type { ReportFigures, ReportIncident, ReportNumbers, ReportShare } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Span } from '../dashboard/findings-in.ts'
import { readIncidents } from '../dashboard/incidents.ts'
import type { Locale } from '../errors.ts'
import { countFindings, readDurations, readIncidentFigures, readTimes } from './figures.ts'
import { type HeadlinePeriod, headlineOf, trendOf } from './headline.ts'
import type { ReportedDetection, ReportSubject } from './report-subject.ts'
import { readArrivedShare, readStatistics, type Statistics } from './statistics.ts'

export interface NumbersRequest {
  readonly span: Span
  readonly before: Span
  readonly period: HeadlinePeriod
  readonly isComplete: boolean
  readonly timeZone: string
  readonly locale: Locale
}

/** What both reports say of a span and of the one before. */
export async function readNumbers(
  ctx: Context,
  subject: ReportSubject,
  request: NumbersRequest,
): Promise<ReportNumbers> {
  const { span, before, period, isComplete, timeZone, locale } = request
  const hasData = subject.since !== null && subject.since < span.to && span.to > span.from
  const hadData = subject.since !== null && subject.since < before.to && before.to > before.from
  const [statistics, found, earlier, listed, byInstance, byMetric] = await Promise.all([
    hasData ? readStatistics(ctx, subject, span) : NO_STATISTICS,
    readFigures(ctx, subject, span),
    readFigures(ctx, subject, before),
    readReportIncidents(ctx, subject, span, locale),
    readShares(ctx, subject, span, 'instance'),
    readShares(ctx, subject, span, 'metric'),
  ])
  const figures = { ...found, arrivedShare: statistics.arrivedShare }
  const arrivedBefore = hadData ? await readArrivedShare(ctx, subject, before) : null
  const compared = { figures, before: { ...earlier, arrivedShare: arrivedBefore }, hasData, hadData }
  const { incidents, total } = listed
  const name =
    subject.detection?.wire.uploadFileName ??
    (subject.kind === 'project' ? subject.projects[0]!.source.name : undefined)
  return {
    scope: {
      kind: subject.kind,
      name: name ?? '',
      projects: subject.projects.length,
      ...(subject.kind === 'project' && { owner: subject.projects[0]!.owner }),
      series: statistics.total,
      instances: statistics.instances,
      metrics: statistics.metrics,
    },
    timeZone,
    headline: headlineOf({ ...compared, period, isComplete, name, byInstance, incidents }, locale),
    trend: trendOf(compared),
    figures: compared.figures,
    before: compared.before,
    incidents,
    incidentsTotal: total,
    byInstance,
    byMetric,
    statistics: statistics.series,
    statisticsTotal: statistics.total,
  }
}

const NO_STATISTICS: Statistics = { series: [], total: 0, instances: 0, metrics: 0, arrivedShare: null }

async function readFigures(
  ctx: Context,
  subject: ReportSubject,
  span: Span,
): Promise<Omit<ReportFigures, 'arrivedShare'>> {
  if (span.to <= span.from)
    return { incidents: 0, findings: 0, abnormalMs: 0, missingMs: 0, meanDurationMs: null, meanSeverity: null }
  const [[times], incidents, findings] = await Promise.all([
    readTimes(ctx, subject, [{ start: span.from, end: span.to }]),
    readIncidentFigures(ctx, subject, span),
    countFindings(ctx, subject, span),
  ])
  const { abnormalMs, missingMs } = times!
  return { ...incidents, findings, abnormalMs, missingMs }
}

const MAX_INCIDENTS = 50

/** Incidents with a finding in a span, the worst first, and how many there are. */
async function readReportIncidents(
  ctx: Context,
  subject: ReportSubject,
  span: Span,
  locale: Locale,
): Promise<{ incidents: ReportIncident[]; total: number }> {
  const { incidents, total } =
    subject.detection === undefined
      ? await readIncidents(ctx, subject.projects, { span, limit: MAX_INCIDENTS, offset: 0 }, locale)
      : listDetected(subject.detection, span)
  const durations = await readDurations(
    ctx,
    subject,
    span,
    incidents.map(({ id }) => id),
  )
  const prefix = subject.detection === undefined ? '' : `${subject.detection.wire.id}.`
  return {
    incidents: incidents.map(({ id, projectName, owner, title, brief, sentence, kind, onset, ...one }) => ({
      id: prefix + id,
      projectName,
      owner,
      title,
      brief,
      sentence,
      kind,
      onset,
      end: one.end,
      durationMs: durations.get(id) ?? 0,
      state: one.state,
      val: one.val,
      findings: one.findings,
    })),
    total,
  }
}

/** They come by severity already. */
function listDetected({ wire, stepMs }: ReportedDetection, { from, to }: Span) {
  const touching = wire.incidents.filter(({ start, end }) => start < to && end + stepMs > from)
  const incidents = touching.slice(0, MAX_INCIDENTS).map((one) => {
    const isOpen = one.state === 'open'
    return {
      id: one.id,
      projectName: '',
      owner: wire.ownerUserName ?? '',
      title: one.title,
      brief: one.brief,
      sentence: one.sentence,
      kind: one.kind,
      onset: one.start,
      end: isOpen ? null : one.end + stepMs,
      state: isOpen ? ('open' as const) : ('resolved' as const),
      val: one.val,
      findings: one.periodIds.length + one.gapNumbers.length,
    }
  })
  return { incidents, total: touching.length }
}

const MAX_SHARES = 50

interface ShareRow {
  readonly sourceId: string
  readonly name: string
  readonly findings: number
  readonly severity: number
  readonly abnormalMs: number
  readonly allFindings: number
  readonly allSeverity: number
  readonly allMs: number
}

/** Where the findings of a span were, by the instance of their leading series, or by its metric in all projects; the longest first. */
async function readShares(
  { db }: Pick<Context, 'db'>,
  { findings, projects, kind }: ReportSubject,
  { from, to }: Span,
  by: 'instance' | 'metric',
): Promise<ReportShare[]> {
  const name = sql.raw(by)
  const group = by === 'instance' ? sql`source_id, instance` : sql`metric`
  const { rows } = (await db.execute(sql`
    with g as (
      select ${by === 'instance' ? sql`source_id` : sql`min(source_id)`} as "sourceId", ${name} as name, count(*)::int as findings,
        sum(severity)::float8 as severity, range_agg(int8range(greatest(first, ${from}::bigint), least(past, ${to}::bigint))) as lasted
      from ${findings.touching({ from, to })} as touching
      where severity is not null and least(past, ${to}::bigint) > greatest(first, ${from}::bigint)
      group by ${group}
    ), timed as (
      select "sourceId", name, findings, severity,
        (select sum(upper(r) - lower(r)) from unnest(lasted) as r)::float8 as "abnormalMs" from g
    )
    select *, sum(findings) over ()::int as "allFindings", sum(severity) over () as "allSeverity", sum("abnormalMs") over () as "allMs"
    from timed order by "abnormalMs" desc, findings desc, name limit ${MAX_SHARES}`)) as unknown as { rows: ShareRow[] }
  const projectOf = new Map(projects.map(({ source }) => [source.id, source.name]))
  return rows.map((row) => ({
    name: row.name,
    ...(by === 'instance' && kind === 'projects' && { projectName: projectOf.get(row.sourceId)! }),
    findings: row.findings,
    abnormalMs: row.abnormalMs,
    meanSeverity: row.severity / row.findings,
    shareOfTime: part(row.abnormalMs, row.allMs),
    shareOfFindings: part(row.findings, row.allFindings),
    shareOfSeverity: part(row.severity, row.allSeverity),
  }))
}

function part(of: number, all: number): number {
  return all === 0 ? 0 : Math.min(1, of / all)
}
