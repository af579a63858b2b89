import type { ListedIncident } from '@omen/sdk'
import type { RatedIncident } from '../results/gated-incident.ts'

/** An incident of a project as rules compare it; one without severity is a gap. */
export function rateListed({ val, kind, sentence }: ListedIncident): RatedIncident {
  return {
    val: val ?? 0,
    kind: kind === 'down' ? 'instanceDown' : 'metric',
    gaps: val === null && kind !== 'down' ? 1 : 0,
    sentence,
  }
}
