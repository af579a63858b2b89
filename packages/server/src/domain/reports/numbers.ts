import type { ReportFigures, ReportNumbers } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Span } from '../dashboard/findings-in.ts'
import type { Locale } from '../errors.ts'
import { countFindings, readIncidentFigures, readTimes } from './figures.ts'
import { type HeadlinePeriod, headlineOf, trendOf } from './headline.ts'
import { readReportIncidents } from './incidents.ts'
import type { ReportSubject } from './report-subject.ts'
import { readShares } from './shares.ts'
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
    hasData ? readStatistics(ctx, subject, span) : noStatistics,
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
      ...{ kind: subject.kind, name: name ?? '', projects: subject.projects.length },
      ...(subject.kind === 'project' && { owner: subject.projects[0]!.owner }),
      ...{ series: statistics.total, instances: statistics.instances, metrics: statistics.metrics },
    },
    timeZone,
    headline: headlineOf({ ...compared, period, isComplete, name, byInstance, incidents }, locale),
    trend: trendOf(compared),
    ...{ figures: compared.figures, before: compared.before },
    ...{ incidents, incidentsTotal: total, byInstance, byMetric },
    ...{ statistics: statistics.series, statisticsTotal: statistics.total },
  }
}

const noStatistics: Statistics = { series: [], total: 0, instances: 0, metrics: 0, arrivedShare: null }

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
