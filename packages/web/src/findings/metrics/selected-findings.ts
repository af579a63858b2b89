import type { Detection, Incident, Period } from '@omen/sdk'
import type { Range } from '../../lib/address/url-codecs.ts'
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
  detection: Detection,
  incident: Incident | null,
  range: Range | null,
): SelectedFindings => {
  const incidentOf = new Map(detection.incidents.flatMap((one) => one.periodIds.map((id) => [id, one] as const)))
  if (incident !== null)
    return { incident, periods: periodsOf(incident, detection), instances: incident.instances, incidentOf }
  const inside = new Set(splitByRange(detection.incidents, range).inside)
  const periods = detection.periods.filter(({ id }) => {
    const owner = incidentOf.get(id)
    return owner !== undefined && inside.has(owner)
  })
  return { incident, periods, instances: [...inside][0]?.instances ?? [], incidentOf }
}
