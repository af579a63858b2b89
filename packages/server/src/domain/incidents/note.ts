import { eq } from 'drizzle-orm'
import { incidents } from '../../schema/index.ts'
import type { IncidentDecision } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { noteHistory } from '../incident-rows/index.ts'
import { invalidField } from '../invalid-field.ts'
import { findOwnIncident } from './find.ts'
import { requireSurvivor } from './regroup-by-hand.ts'
import { toDecision } from './to-decision.ts'

/** Writes a note on an incident; those before stay in its history. */
export async function noteOnIncident(
  ctx: Context,
  caller: Caller,
  { id, note }: { readonly id: string; readonly note?: string | undefined },
): Promise<IncidentDecision> {
  const { incident, project } = await findOwnIncident(ctx, caller, id)
  if (note === undefined || note.trim() === '') throw invalidField('note', 'is required', { rule: 'required' })
  const row = await ctx.db.transaction(async (tx) => {
    const survivor = await requireSurvivor(tx, incident)
    await tx.update(incidents).set({ note }).where(eq(incidents.id, survivor.id))
    await noteHistory(tx, {
      ...{ incidentId: survivor.id, at: ctx.clock.now(), kind: 'noted', by: caller.userName, note },
    })
    return { ...survivor, note }
  })
  ctx.liveChanges.announce(incident.sourceId)
  return toDecision(row, project)
}
