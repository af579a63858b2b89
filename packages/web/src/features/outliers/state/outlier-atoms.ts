import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { numberWithin, oneOf, rangeCodec, textCodec } from '../../../lib/address/url-codecs.ts'

export const timeNames = ['6h', '24h', '7d', '30d'] as const
export type TimeName = (typeof timeNames)[number]
export const usualTime: TimeName = '24h'
const hourMs = 3_600_000
export const timeMs: Record<TimeName, number> = {
  '6h': 6 * hourMs,
  '24h': 24 * hourMs,
  '7d': 168 * hourMs,
  '30d': 720 * hourMs,
}

export const spanAtom = atomFromUrl('span', oneOf(timeNames, usualTime))
export const rangeAtom = atomFromUrl('range', rangeCodec)
/** The metric that is shown; empty for the one with the worst outlier. */
export const metricAtom = atomFromUrl('metric', textCodec)
export const serviceAtom = atomFromUrl('service', textCodec)
export const groupAtom = atomFromUrl('group', textCodec)
/** The instance in focus, by its series. */
export const seriesAtom = atomFromUrl('series', textCodec, 'replace')
export const viewNames = ['lines', 'states'] as const
export type ViewName = (typeof viewNames)[number]
export const viewAtom = atomFromUrl('view', oneOf(viewNames, 'lines'))
export const toleranceAtom = atomFromUrl('tolerance', numberWithin(0.5, 50), 'replace')
export const membersAtom = atomFromUrl('members', numberWithin(3, 2000), 'replace')
export const usualTolerance = 3
export const usualMembers = 3
