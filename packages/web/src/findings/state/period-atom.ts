import { atomFromUrl } from '../../lib/address/address-atom.ts'
import { textCodec } from '../../lib/address/url-codecs.ts'

/** The open period. */
export const periodIdAtom = atomFromUrl('period', textCodec, 'replace')
