import { and, eq } from 'drizzle-orm'
import { incidentStars } from '../../schema/index.ts'
import type { IncidentDecision } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { findIncident } from './find.ts'
import { toDecision } from './to-decision.ts'

/** Puts a star of the caller on an incident, or takes it away. */
export async function starIncident(
  { db, clock }: Context,
  caller: Caller,
  { id, starred }: { readonly id: string; readonly starred: boolean },
): Promise<{ incident: IncidentDecision; starred: boolean }> {
  const { incident, project } = await findIncident({ db }, caller, id)
  const star = { incidentId: incident.id, accountId: caller.accountId }
  if (starred)
    await db
      .insert(incidentStars)
      .values({ ...star, at: clock.now() })
      .onConflictDoNothing()
  else
    await db
      .delete(incidentStars)
      .where(and(eq(incidentStars.incidentId, star.incidentId), eq(incidentStars.accountId, star.accountId)))
  return { incident: toDecision(incident, project), starred }
}
