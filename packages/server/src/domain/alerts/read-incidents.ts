import { and, eq, gte, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { findings, incidents } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import type { FindingRow } from '../findings/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import { type Conditions, dueOf, type FindingEvidence } from './conditions.ts'
import { readEvidence, readSeriesOf } from './evidence.ts'
import type { PlannableIncident } from './plan.ts'

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

/** When each of the incidents would be sent, from the scores of their series; `isAnew`: as if nothing had been sent. */
export async function toPlannable(
  ctx: Context,
  all: readonly AlertableIncident[],
  { project, conditions, isAnew }: { project: ProjectRow; conditions: Conditions; isAnew: boolean },
): Promise<PlannableIncident[]> {
  const { samplingMs: stepMs, cvalue } = project.project
  const { thresholds } = conditions
  const known = await readSeriesOf(
    ctx,
    project.source.id,
    all.flatMap((one) => one.findings),
  )
  const plannable: PlannableIncident[] = []
  for (const { incident, findings: rows } of all) {
    const { id, alertedAt, escalatedAt, recoveredAt } = incident
    const sent = isAnew ? {} : { alertedAt, escalatedAt, recoveredAt }
    const evidence: FindingEvidence[] = []
    if (sent.alertedAt == null)
      for (const row of rows) evidence.push(await readEvidence(ctx, row, { project, known, thresholds }))
    plannable.push({
      ...{ id, ...dueOf(evidence, conditions), endedAt: endedAt(rows, { stepMs, cvalue }) },
      decidedAt: decidedAt(incident, isAnew),
      alertedAt: sent.alertedAt ?? undefined,
      escalatedAt: sent.escalatedAt ?? undefined,
      recoveredAt: sent.recoveredAt ?? undefined,
    })
  }
  return plannable
}

/** A plan that comes late heeds what was decided meanwhile, too. */
function decidedAt({ decidedAt: at }: IncidentRow, isAnew: boolean): number | undefined {
  if (at === null) return undefined
  return isAnew ? at : Number.NEGATIVE_INFINITY
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
