import { leadingFamily } from '@omen/engine'
import type { IncidentDetail, IncidentFamily, ListedIncident } from '../../../schema/wire-types.ts'

/** What an incident of a detection is mostly about, as of projects. */
export function familyOf(kind: ListedIncident['kind'], series: IncidentDetail['series']): IncidentFamily {
  if (kind === 'down') return 'instanceDown'
  if (kind !== 'anomaly') return kind
  return leadingFamily(
    series.map(({ seriesId, share, side, firstAt }) => ({
      seriesId,
      share,
      onset: firstAt ?? 0,
      side: side < 0 ? -1 : 1,
    })),
  )
}
