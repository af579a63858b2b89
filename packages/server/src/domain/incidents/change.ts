import type { ExclusionPreview, IncidentAction, IncidentDecision } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { decideIncident } from './decide.ts'
import { excludeIncident } from './exclude.ts'
import { mergeIncidents } from './merge.ts'
import { noteOnIncident } from './note.ts'
import { splitIncident } from './split.ts'
import { starIncident } from './star.ts'

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
