import { eq } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { findings, type incidents, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { readPosition } from '../live/index.ts'
import { selectProjects } from '../projects/index.ts'
import type { AlertableIncident } from './alertable-incident.ts'
import { keepAlert } from './keep.ts'
import { informOfMerged } from './merged.ts'
import { composeMessage, describeIncidents } from './message.ts'
import { partsOf } from './parts.ts'
import { readKeepers } from './targets.ts'

const KINDS = { acknowledged: 'acknowledged', resolved: 'recovered' } as const

/** Gives the order to acknowledge or resolve an incident, as it was decided, with the services that keep one of their own for it. */
export async function sendDecision(tx: Database, ctx: Context, incident: typeof incidents.$inferSelect): Promise<void> {
  const { id: incidentId, sourceId, decision, decidedAt } = incident
  if (decision === null) return
  const [project] = await selectProjects(tx).where(eq(sources.id, sourceId))
  const [first, ...others] = await tx
    .select()
    .from(findings)
    .where(eq(findings.incidentId, incidentId))
    .orderBy(findings.startTime, findings.id)
  if (project === undefined || first === undefined) return
  const whole: AlertableIncident = { incident, findings: [first, ...others] }
  const { samplingMs: stepMs, cvalue } = project.project
  const reportedParts = partsOf(whole, { stepMs, cvalue }).filter((part) =>
    part.findings.some(({ alertedAt }) => alertedAt !== null),
  )
  const ids = [incidentId, ...reportedParts.map(({ id }) => id)]
  const targets = await readKeepers(tx, sourceId, ids)
  const described = await describeIncidents({ db: tx }, sourceId, [whole, ...reportedParts])
  // By the time of the data, as all that is sent of it: it comes behind what reported it
  const at = (await readPosition({ db: tx }, sourceId)) ?? ctx.clock.now()
  const kind = KINDS[decision]
  await informOfMerged(tx, ctx, project, { incidentId, kind, at, described: described[0]! })
  if (targets.length === 0) return
  await keepAlert(tx, ctx, {
    sourceId,
    incidentId,
    incidentIds: ids,
    targets,
    key: `${decision} ${incidentId} ${decidedAt}`,
    message: composeMessage(project, { kind, at, incidents: described }),
  })
}
