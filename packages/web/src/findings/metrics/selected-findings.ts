import type { Incident, Period } from '@omen/sdk'
import type { Range } from '../../lib/address/url-codecs.ts'
import type { Analysis } from '../analysis.ts'
import { periodsOf, splitByRange } from '../incidents/incident-model.ts'

/** What the charts are ordered and marked by. */
export interface SelectedFindings {
  incident: Incident | null
  /** Of the selected incident, else of all in the time shown. */
  periods: readonly Period[]
  instances: readonly string[]
  /** Numbers of the incidents of periods, by the id of the period. */
  incidentOf: ReadonlyMap<string, Incident>
}

export const selectedFindings = (
  analysis: Analysis,
  incident: Incident | null,
  range: Range | null,
): SelectedFindings => {
  const incidentOf = new Map(analysis.incidents.flatMap((one) => one.periodIds.map((id) => [id, one] as const)))
  if (incident !== null)
    return { incident, periods: periodsOf(incident, analysis), instances: incident.instances, incidentOf }
  const inside = new Set(splitByRange(analysis.incidents, range).inside)
  const periods = analysis.periods.filter(({ id }) => {
    const owner = incidentOf.get(id)
    return owner !== undefined && inside.has(owner)
  })
  return { incident, periods, instances: [...inside][0]?.instances ?? [], incidentOf }
}
