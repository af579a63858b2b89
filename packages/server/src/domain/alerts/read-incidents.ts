import { and, eq, gte, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { findings, incidents } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import type { FindingRow } from '../findings/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { AlertableIncident } from './alertable-incident.ts'
import { type Conditions, dueOf, type FindingEvidence } from './conditions.ts'
import { readEvidence, readSeriesOf } from './evidence.ts'
import { partsOf } from './parts.ts'
import type { PlannableIncident } from './plan.ts'

type IncidentRow = typeof incidents.$inferSelect

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

interface PlannableRequest {
  readonly project: ProjectRow
  readonly conditions: Conditions
  /** As if nothing had been sent. */
  readonly isAnew: boolean
}

/** When each of the incidents and of their parts would be sent, from the scores of their series. */
export async function toPlannable(
  ctx: Context,
  all: readonly AlertableIncident[],
  { project, conditions, isAnew }: PlannableRequest,
): Promise<PlannableIncident[]> {
  const times = { stepMs: project.project.samplingMs, cvalue: project.project.cvalue }
  const { thresholds } = conditions
  const known = await readSeriesOf(
    ctx,
    project.source.id,
    all.flatMap((one) => one.findings),
  )
  const momentsOf = async (rows: readonly FindingRow[], sent: SentMoments) => {
    const evidence: FindingEvidence[] = []
    if (sent.alertedAt === undefined)
      for (const row of rows) evidence.push(await readEvidence(ctx, row, { project, known, thresholds }))
    return { ...dueOf(evidence, conditions), ...sent }
  }
  const plannable: PlannableIncident[] = []
  for (const one of all) {
    const { incident, findings: rows } = one
    const decidedAt = incident.decidedAt ?? undefined
    const moments = await momentsOf(rows, isAnew ? {} : sentMoments(incident))
    const parts: PlannableIncident[] = []
    for (const { id, findings: own, endedAt: overAt } of partsOf(one, times)) {
      const ofPart = await momentsOf(own, isAnew ? {} : sentMomentsOf(own))
      // Who decided before its row was scored did not know of it
      const knownAt = (ofPart.dueAt ?? ofPart.alertedAt ?? NEVER) + 2 * times.stepMs
      const isHeeded = decidedAt !== undefined && decidedAt >= knownAt
      const decided = isHeeded ? heededFrom(decidedAt, isAnew) : undefined
      parts.push({
        ...{ id, partOf: incident.id, ...ofPart, promptAt: ofPart.dueAt },
        ...{ endedAt: overAt, decidedAt: decided },
      })
    }
    const downAt = Math.min(NEVER, ...parts.flatMap(({ dueAt }) => dueAt ?? []))
    plannable.push({
      id: incident.id,
      ...moments,
      promptAt: moments.dueAt === undefined || downAt === NEVER ? undefined : Math.max(moments.dueAt, downAt),
      endedAt: endedAt(rows, times),
      decidedAt: heededFrom(decidedAt, isAnew),
    })
    plannable.push(...parts)
  }
  return plannable
}

const NEVER = Number.POSITIVE_INFINITY

type SentMoments = Pick<PlannableIncident, 'alertedAt' | 'escalatedAt' | 'recoveredAt'>

function sentMoments({ alertedAt, escalatedAt, recoveredAt }: IncidentRow): SentMoments {
  return {
    ...(alertedAt !== null && { alertedAt }),
    ...(escalatedAt !== null && { escalatedAt }),
    ...(recoveredAt !== null && { recoveredAt }),
  }
}

function sentMomentsOf(rows: readonly FindingRow[]): SentMoments {
  const [alertedAt] = rows.flatMap((row) => row.alertedAt ?? []).sort((a, b) => a - b)
  const [recoveredAt] = rows.flatMap((row) => row.recoveredAt ?? []).sort((a, b) => a - b)
  return { ...(alertedAt !== undefined && { alertedAt }), ...(recoveredAt !== undefined && { recoveredAt }) }
}

/** A plan that comes late heeds what was decided meanwhile, too. */
function heededFrom(decidedAt: number | undefined, isAnew: boolean): number | undefined {
  if (decidedAt === undefined) return undefined
  return isAnew ? decidedAt : Number.NEGATIVE_INFINITY
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
