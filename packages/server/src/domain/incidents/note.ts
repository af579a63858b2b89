import { eq } from 'drizzle-orm'
import { incidents } from '../../schema/index.ts'
import type { IncidentDecision } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { noteHistory } from '../incident-rows/index.ts'
import { invalidField } from '../invalid-field.ts'
import { findOwnIncident } from './find.ts'
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
    const [noted] = await tx.update(incidents).set({ note }).where(eq(incidents.id, incident.id)).returning()
    await noteHistory(tx, {
      ...{ incidentId: incident.id, at: ctx.clock.now(), kind: 'noted', by: caller.userName, note },
    })
    return noted
  })
  ctx.liveChanges.announce(incident.sourceId)
  return toDecision(row!, project)
}
