import { atomFromUrl } from '../../lib/address/address-atom.ts'
import { numberWithin, oneOf } from '../../lib/address/url-codecs.ts'

const LATEST = Date.UTC(9999, 11, 31)
/** The learning window that is shown, by its beginning; the newest if it is none. */
export const windowAtom = atomFromUrl('window', numberWithin(0, LATEST))
/** One that it is compared with. */
export const otherAtom = atomFromUrl('other', numberWithin(0, LATEST))
export const TAB_NAMES = ['map', 'bands', 'calibration', 'same'] as const
export type TabName = (typeof TAB_NAMES)[number]
export const tabAtom = atomFromUrl('tab', oneOf(TAB_NAMES, 'map'), 'replace')
