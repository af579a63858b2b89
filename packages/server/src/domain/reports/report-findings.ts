import { renderSentence, type SentenceParts } from '@omen/engine'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { findings, projects } from '../../schema/index.ts'
import type { ReportFinding } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Span } from '../dashboard/findings-in.ts'
import type { Locale } from '../errors.ts'
import type { ReportedDetection, ReportSubject } from './report-subject.ts'

const mostFindings = 100

interface Listed {
  readonly periods: ReportFinding[]
  readonly periodsTotal: number
}

/** What was found in a span, the latest first. */
export async function readReportFindings(
  ctx: Context,
  subject: ReportSubject,
  span: Span,
  locale: Locale,
): Promise<Listed> {
  if (subject.detection !== undefined) return listDetected(subject.detection, span)
  const nameOf = new Map(subject.projects.map(({ source }) => [source.id, source.name]))
  if (nameOf.size === 0) return { periods: [], periodsTotal: 0 }
  const isWithin = and(
    inArray(findings.sourceId, [...nameOf.keys()]),
    ...[isNotNull(findings.key), lt(findings.startTime, span.to)],
    or(isNull(findings.endTime), gt(sql`${findings.endTime} + ${projects.samplingMs}`, span.from)),
  )
  const rows = await ctx.db
    .select({
      ...{ sourceId: findings.sourceId, kind: findings.kind, start: findings.startTime, end: findings.endTime },
      ...{ severity: findings.severity, direction: findings.direction, incidentId: findings.incidentId },
      ...{ stepMs: projects.samplingMs, sentence: sql<SentenceParts>`${findings.detail} -> 'sentence'` },
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(findings)
    .innerJoin(projects, eq(projects.sourceId, findings.sourceId))
    .where(isWithin)
    .orderBy(desc(findings.startTime), desc(findings.id))
    .limit(mostFindings)
  return {
    periods: rows.map(({ sourceId, kind, start, end, severity, direction, ...row }) => ({
      ...{ start, end: end === null ? null : end + row.stepMs, kind },
      val: kind === 'down' ? -Math.PI : severity === null ? null : severity * (direction ?? 1),
      sentence: renderSentence(row.sentence, locale),
      ...{ incidentId: row.incidentId, projectName: nameOf.get(sourceId)! },
    })),
    periodsTotal: rows[0]?.total ?? 0,
  }
}

function listDetected({ wire, stepMs }: ReportedDetection, { from, to }: Span): Listed {
  const incidentOf = new Map(wire.incidents.flatMap(({ id, periodIds }) => periodIds.map((one) => [one, id])))
  const periods = wire.periods
    .filter(({ start, end }) => start < to && end + stepMs > from)
    .sort((a, b) => b.start - a.start)
    .map(({ id, start, end, kind, val, state, sentence }) => {
      const incidentId = incidentOf.get(id)
      return {
        ...{ start, end: state === 'open' ? null : end + stepMs, kind, val, sentence, projectName: '' },
        incidentId: incidentId === undefined ? null : `${wire.id}.${incidentId}`,
      }
    })
  return { periods: periods.slice(0, mostFindings), periodsTotal: periods.length }
}
