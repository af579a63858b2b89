import { eq } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { findings, type incidents, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { readPosition } from '../live/index.ts'
import { selectProjects } from '../projects/index.ts'
import type { AlertableIncident } from './alertable-incident.ts'
import { keepAlert } from './keep.ts'
import { composeMessage, describeIncidents } from './message.ts'
import { partsOf } from './parts.ts'
import { readInformed } from './targets.ts'

/** Keeps an incident of its own for each alert, which calls people until it is acknowledged. */
const provider = 'pagerduty'

/** Gives the order to acknowledge an incident with the services that it was sent to and that know what that is. */
export async function sendAcknowledgment(
  tx: Database,
  ctx: Context,
  incident: typeof incidents.$inferSelect,
): Promise<void> {
  const { id: incidentId, sourceId } = incident
  const targets = await readInformed(tx, sourceId, { incidentId, provider })
  if (targets.length === 0) return
  const [project] = await selectProjects(tx).where(eq(sources.id, sourceId))
  const [first, ...others] = await tx
    .select()
    .from(findings)
    .where(eq(findings.incidentId, incidentId))
    .orderBy(findings.startTime, findings.id)
  if (project === undefined || first === undefined) return
  const whole: AlertableIncident = { incident, findings: [first, ...others] }
  const { samplingMs: stepMs, cvalue } = project.project
  const told = partsOf(whole, { stepMs, cvalue }).filter((part) =>
    part.findings.some(({ alertedAt }) => alertedAt !== null),
  )
  const described = await describeIncidents({ db: tx }, sourceId, [whole, ...told])
  // By the time of the data, as all that is sent of it: it comes behind what told of it
  const at = (await readPosition({ db: tx }, sourceId)) ?? ctx.clock.now()
  await keepAlert(tx, ctx, {
    ...{ sourceId, incidentId, incidentIds: [incidentId], targets },
    key: `acknowledged ${incidentId} ${incident.decidedAt}`,
    message: composeMessage(project, { kind: 'acknowledged', at, incidents: described }),
  })
}
