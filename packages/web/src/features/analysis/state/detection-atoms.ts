import type { Detection } from '@omen/sdk'
import { parametersOf } from '@omen/sdk/rules'
import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { addressAtom, atomFromUrl } from '../../../lib/address/address-atom.ts'
import { numberWithin } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { localeAtom } from '../../../lib/i18n/locale-atom.ts'

const { range: cvalueRange } = parametersOf().cvalue

/** Values that override the stored ones; null for the stored ones. */
export const pvalueAtom = atomFromUrl('pvalue', numberWithin(0, parametersOf('DBScan').pvalue.range.max), 'replace')
export const cvalueAtom = atomFromUrl('cvalue', numberWithin(cvalueRange.min, cvalueRange.max), 'replace')

const detectionIdAtom = atom((get) => /^\/detections\/([^/]+)$/.exec(get(addressAtom).pathname)?.[1] ?? '')

export const detectionAtom = atomWithQuery((get) => {
  const [id, pvalue, cvalue, locale] = [get(detectionIdAtom), get(pvalueAtom), get(cvalueAtom), get(localeAtom)]
  return {
    queryKey: queryKeys.detection.one(id, pvalue, cvalue, locale),
    queryFn: ({ signal }) =>
      omen.detections.get(id, { ...(pvalue !== null && { pvalue }), ...(cvalue !== null && { cvalue }) }, { signal }),
    enabled: id !== '',
    staleTime: 60_000,
    // While sliders move, the previous periods stay on screen, but never those of another detection.
    placeholderData: (before: Detection | undefined) => (before?.id === id ? before : undefined),
  }
})
