import { and, eq, gte, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { findings, incidents } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import type { FindingRow } from '../findings/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import { type Conditions, type DueMoments, dueOf } from './conditions.ts'
import { readEvidence, readSeriesOf } from './evidence.ts'
import { isSelected } from './match-series.ts'
import { openOccurrences } from './occurrences.ts'
import type { PlannableIncident } from './plan.ts'
import type { AlertRules } from './settings.ts'

type IncidentRow = typeof incidents.$inferSelect

/** An incident with what alerts say of it. */
export interface AlertableIncident {
  readonly incident: IncidentRow
  readonly findings: readonly [FindingRow, ...FindingRow[]]
}

/** Incidents of a project with a finding that lasts, or ended in a span. */
export async function readAlertable(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<AlertableIncident[]> {
  const ofSource = and(eq(findings.sourceId, sourceId), isNotNull(findings.key), isNotNull(findings.incidentId))
  const isWithin = and(lte(findings.startTime, to), or(isNull(findings.endTime), gte(findings.endTime, from)))
  const ids = db.selectDistinct({ id: findings.incidentId }).from(findings).where(and(ofSource, isWithin))
  const rows = await db
    .select({ incident: incidents, finding: findings })
    .from(incidents)
    .innerJoin(findings, eq(findings.incidentId, incidents.id))
    .where(and(eq(incidents.sourceId, sourceId), inArray(incidents.id, ids)))
    .orderBy(incidents.onset, incidents.id, findings.startTime, findings.id)
  const found = new Map<string, { incident: IncidentRow; findings: [FindingRow, ...FindingRow[]] }>()
  for (const { incident, finding } of rows) {
    const known = found.get(incident.id)
    if (known === undefined) found.set(incident.id, { incident, findings: [finding] })
    else known.findings.push(finding)
  }
  return [...found.values()]
}

export interface PlanningRequest {
  readonly project: ProjectRow
  readonly rules: AlertRules
  /** Plan as if nothing had been sent. */
  readonly isAnew: boolean
}

/** When each of the incidents would be sent, from the scores of their series. */
export async function toPlannable(
  ctx: Context,
  all: readonly AlertableIncident[],
  { project, rules, isAnew }: PlanningRequest,
): Promise<PlannableIncident[]> {
  const conditions = conditionsOf(project, rules)
  const { samplingMs: stepMs, cvalue } = project.project
  const known = await readSeriesOf(
    ctx,
    project.source.id,
    all.flatMap((one) => one.findings),
  )
  const plannable: PlannableIncident[] = []
  for (const { incident, findings: rows } of all) {
    const sent = isAnew ? undefined : incident
    const due: DueMoments = { dueAt: undefined, urgentAt: undefined }
    if (sent?.alertedAt == null) {
      const evidence = []
      for (const row of rows)
        evidence.push(await readEvidence(ctx, row, { project, known, thresholds: rules.thresholds }))
      Object.assign(due, dueOf(evidence, conditions))
    }
    plannable.push({
      ...{ id: incident.id, ...due, endedAt: endedAt(rows, { stepMs, cvalue }) },
      decidedAt: incident.decidedAt ?? undefined,
      ...(sent && {
        alertedAt: sent.alertedAt ?? undefined,
        escalatedAt: sent.escalatedAt ?? undefined,
        recoveredAt: sent.recoveredAt ?? undefined,
      }),
    })
  }
  return plannable
}

/** The first row at which all of its findings were over; undefined while one lasts. */
function endedAt(
  rows: readonly FindingRow[],
  { stepMs, cvalue }: { stepMs: number; cvalue: number },
): number | undefined {
  const ends = rows.map(({ type, endTime, detail }) => {
    if (endTime === null) return Number.POSITIVE_INFINITY
    const recovered = 'recoveringUntil' in detail ? (detail.recoveringUntil ?? endTime) : endTime
    return type === 'gap' ? endTime + stepMs : Math.max(endTime, recovered) + (cvalue + 1) * stepMs
  })
  const last = Math.max(...ends)
  return Number.isFinite(last) ? last : undefined
}

/** Degrees are kept up to this one. */
const mostDegree = 10

function conditionsOf({ project }: ProjectRow, rules: AlertRules): Conditions {
  const { pvalueEmail, cvalueEmail, minAnomalyRatio, onlyWithCause, thresholds } = rules
  const least = project.pvalue === 0 ? 0 : Math.log(1 - pvalueEmail) / Math.log(1 - project.pvalue)
  const hiding = rules.calendars
    .filter(({ hideAlerts }) => hideAlerts)
    .map(({ selector, ...rule }) => ({ selector, times: openOccurrences(rule) }))
  return {
    ...{ cvalue: cvalueEmail, onlyWithCause, thresholds },
    // Scores are single precision
    leastDegree: Math.min(mostDegree, Math.max(1, least)) - 1e-6,
    leastSeries: Math.ceil(minAnomalyRatio * project.seriesCount - 1e-9),
    isHidden: (series, start) =>
      hiding.some(({ selector, times }) => isSelected(selector, series) && start < (times.before(start)?.end ?? start)),
  }
}
