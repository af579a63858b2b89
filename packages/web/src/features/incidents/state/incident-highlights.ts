import type { Highlight } from '@omen/charts'
import type { IncidentDetail } from '@omen/sdk'

/** One bar over the incident, or several where it paused. */
export const highlightsOf = ({ findings, incident }: Pick<IncidentDetail, 'findings' | 'incident'>): Highlight[] => {
  const drawn = findings.filter(({ type }) => type !== 'log')
  const shown = drawn.length > 0 ? drawn : findings
  return shown.map(({ id, start, end, val, sentence }) => ({
    id,
    start,
    end: end ?? incident.end ?? Date.now(),
    val: val ?? 0,
    isMissingValue: val === null,
    sentence,
  }))
}
