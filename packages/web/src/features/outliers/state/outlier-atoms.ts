import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { numberWithin, oneOf, rangeCodec, textCodec } from '../../../lib/address/url-codecs.ts'
import { timeNames } from '../../../ui/time-select/time-select.tsx'

export const spanAtom = atomFromUrl('span', oneOf(timeNames, '24h'))
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
