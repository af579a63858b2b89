import { and, eq } from 'drizzle-orm'
import { incidentStars } from '../../schema/index.ts'
import type { IncidentDecision } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { findIncident } from './find.ts'
import { requireSurvivor } from './regroup-by-hand.ts'
import { toDecision } from './to-decision.ts'

/** Puts a star of the caller on an incident, or takes it away. */
export async function starIncident(
  { db, clock }: Context,
  caller: Caller,
  { id, starred }: { readonly id: string; readonly starred: boolean },
): Promise<{ incident: IncidentDecision; starred: boolean }> {
  const { incident, project } = await findIncident({ db }, caller, id)
  const { accountId } = caller
  const survivor = await db.transaction(async (tx) => {
    const found = await requireSurvivor(tx, incident)
    const isMeant = and(eq(incidentStars.incidentId, found.id), eq(incidentStars.accountId, accountId))
    const star = { incidentId: found.id, accountId, at: clock.now() }
    if (starred) await tx.insert(incidentStars).values(star).onConflictDoNothing()
    else await tx.delete(incidentStars).where(isMeant)
    return found
  })
  return { incident: toDecision(survivor, project), starred }
}
