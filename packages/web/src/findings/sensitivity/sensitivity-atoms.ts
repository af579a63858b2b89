import { parametersOf } from '@omen/sdk/rules'
import { atom } from 'jotai'
import { atomFromUrl, parametersAtom } from '../../lib/address/address-atom.ts'
import { numberWithin } from '../../lib/address/url-codecs.ts'
import type { Overrides } from './sensitivity-view.ts'

const { range: cvalueRange } = parametersOf().cvalue
const pvalueCodec = numberWithin(0, parametersOf('DBScan').pvalue.range.max)
const cvalueCodec = numberWithin(cvalueRange.min, cvalueRange.max)

/** Null for the normal value. */
export const pvalueAtom = atomFromUrl('pvalue', pvalueCodec)
export const cvalueAtom = atomFromUrl('cvalue', cvalueCodec)

/** Both values at once, as one entry of the history: Back gives the sensitivity before. */
export const sensitivityAtom = atom(null, (_, set, { pvalue, cvalue }: Overrides) =>
  set(parametersAtom, { pvalue: pvalueCodec.format(pvalue), cvalue: cvalueCodec.format(cvalue) }),
)
