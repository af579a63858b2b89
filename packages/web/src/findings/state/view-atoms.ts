import type { LaneKind } from '@omen/charts/findings'
import { atom } from 'jotai'
import { atomFromUrl, type UrlCodec } from '../../lib/address/address-atom.ts'
import { flagCodec, oneOf, textCodec } from '../../lib/address/url-codecs.ts'

export const metricQueryAtom = atomFromUrl('metric', textCodec, 'replace')
export const trianglesAtom = atomFromUrl('triangles', flagCodec, 'replace')

const kinds = oneOf(['', 'instance', 'metric', 'group'], '')
const laneCodec: UrlCodec<LaneKind | null> = {
  parse: (text) => kinds.parse(text) || null,
  format: (value) => value,
}
/** Width of the lanes and their room for names, px: charts as wide have as much room. */
export const laneSidesAtom = atom<{ width: number; left: number } | undefined>(undefined)

/** What a lane stands for; null for the first kind that tells series apart. */
export const laneKindAtom = atomFromUrl('lanes', laneCodec, 'replace')
