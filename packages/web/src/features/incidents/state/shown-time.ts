import type { IncidentDetail } from '@omen/sdk'
import type { Range } from '../../../lib/address/url-codecs.ts'

const MINUTE_MS = 60_000
const MIN_MS = 10 * MINUTE_MS
/** A long incident is shown by its first hours: its causes are there. */
const MAX_MS = 12 * 60 * MINUTE_MS

/** The time that timeline and chart show: that of the picture, or some time before the onset and after the first hours. */
export const shownTime = ({ incident, picture }: Pick<IncidentDetail, 'incident' | 'picture'>, now: number): Range => {
  if (picture.source !== 'none' && picture.to > picture.from) return { from: picture.from, to: picture.to }
  const end = Math.min(incident.end ?? now, incident.onset + MAX_MS)
  const room = Math.max(MIN_MS, (end - incident.onset) / 4)
  return { from: Math.round(incident.onset - room), to: Math.round(end + room / 2) }
}
