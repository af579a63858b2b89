import { eq } from 'drizzle-orm'
import { incidents } from '../../schema/index.ts'
import type { ExclusionPreview, IncidentAction, IncidentDecision } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { noteHistory } from '../incident-rows/index.ts'
import { invalidField } from '../invalid-field.ts'
import { decideIncident } from './decide.ts'
import { excludeIncident } from './exclude.ts'
import { findOwnIncident } from './find.ts'
import { mergeIncidents } from './merge.ts'
import { requireSurvivor } from './regroup-by-hand.ts'
import { splitIncident } from './split.ts'
import { starIncident } from './star.ts'
import { toDecision } from './to-decision.ts'

interface ChangeRequest {
  readonly id: string
  readonly action: IncidentAction
  readonly note?: string | undefined
  readonly into?: string | undefined
  readonly findingIds?: readonly string[] | undefined
  readonly dryRun?: boolean | undefined
}

interface Changed {
  readonly incident: IncidentDecision
  readonly starred?: boolean
  readonly training?: ExclusionPreview
}

/** Does with an incident what a person has chosen. */
export async function changeIncident(ctx: Context, caller: Caller, request: ChangeRequest): Promise<Changed> {
  const { action, dryRun = false } = request
  switch (action) {
    case 'acknowledge':
    case 'resolve':
    case 'reopen':
      return { incident: await decideIncident(ctx, caller, { ...request, action }) }
    case 'note':
      return { incident: await noteOnIncident(ctx, caller, request) }
    case 'star':
    case 'unstar':
      return starIncident(ctx, caller, { id: request.id, starred: action === 'star' })
    case 'merge':
      return { incident: await mergeIncidents(ctx, caller, request) }
    case 'split':
      return { incident: await splitIncident(ctx, caller, request) }
    case 'excludeFromTraining':
    case 'includeInTraining':
      return excludeIncident(ctx, caller, { ...request, dryRun, isExcluded: action === 'excludeFromTraining' })
  }
}

/** Writes a note on an incident; those before stay in its history. */
async function noteOnIncident(
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
      incidentId: survivor.id,
      at: ctx.clock.now(),
      kind: 'noted',
      by: caller.userName,
      note,
    })
    return { ...survivor, note }
  })
  ctx.liveChanges.announce(incident.sourceId)
  return toDecision(row, project)
}
