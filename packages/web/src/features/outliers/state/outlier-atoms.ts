import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { numberWithin, oneOf, rangeCodec, textCodec } from '../../../lib/address/url-codecs.ts'

export const TIME_NAMES = ['6h', '24h', '7d', '30d'] as const
export type TimeName = (typeof TIME_NAMES)[number]
export const USUAL_TIME: TimeName = '24h'
const HOUR_MS = 3_600_000
export const TIME_MS: Record<TimeName, number> = {
  '6h': 6 * HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
  '30d': 720 * HOUR_MS,
}

export const spanAtom = atomFromUrl('span', oneOf(TIME_NAMES, USUAL_TIME))
export const rangeAtom = atomFromUrl('range', rangeCodec)
/** The metric that is shown; empty for the one with the worst outlier. */
export const metricAtom = atomFromUrl('metric', textCodec)
export const serviceAtom = atomFromUrl('service', textCodec)
export const groupAtom = atomFromUrl('group', textCodec)
/** The instance in focus, by its series. */
export const seriesAtom = atomFromUrl('series', textCodec, 'replace')
export const VIEW_NAMES = ['lines', 'states'] as const
export type ViewName = (typeof VIEW_NAMES)[number]
export const viewAtom = atomFromUrl('view', oneOf(VIEW_NAMES, 'lines'))
export const toleranceAtom = atomFromUrl('tolerance', numberWithin(0.5, 50), 'replace')
export const membersAtom = atomFromUrl('members', numberWithin(3, 2000), 'replace')
export const USUAL_TOLERANCE = 3
export const USUAL_MEMBERS = 3
