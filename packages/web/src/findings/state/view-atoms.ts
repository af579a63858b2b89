import { atomFromUrl } from '../../lib/address/address-atom.ts'
import { flagCodec, oneOf, textCodec } from '../../lib/address/url-codecs.ts'

export const layoutAtom = atomFromUrl('layout', oneOf(['grid', 'list'], 'grid'), 'replace')
export const metricQueryAtom = atomFromUrl('metric', textCodec, 'replace')
export const findingsOnlyAtom = atomFromUrl('findings', flagCodec, 'replace')
export const tableAtom = atomFromUrl('table', flagCodec, 'replace')
export const trianglesAtom = atomFromUrl('triangles', flagCodec, 'replace')
/** The open tab of the side panel: findings or gaps. */
export const sideAtom = atomFromUrl('side', oneOf(['periods', 'gaps', 'none'], 'periods'), 'replace')
