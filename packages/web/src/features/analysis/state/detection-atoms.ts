import type { Detection } from '@omen/sdk'
import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { addressAtom, atomFromUrl } from '../../../lib/address/address-atom.ts'
import { numberWithin, textCodec } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { localeAtom } from '../../../lib/i18n/locale-atom.ts'

/** Other values than the stored ones; null where the stored ones hold. */
export const pvalueAtom = atomFromUrl('pvalue', numberWithin(0, 100), 'replace')
export const cvalueAtom = atomFromUrl('cvalue', numberWithin(1, 1000), 'replace')
/** The period whose sentence is open. */
export const periodIdAtom = atomFromUrl('period', textCodec, 'replace')

const detectionIdAtom = atom((get) => /^\/detections\/([^/]+)$/.exec(get(addressAtom).pathname)?.[1] ?? '')

export const detectionAtom = atomWithQuery((get) => {
  const [id, pvalue, cvalue, locale] = [get(detectionIdAtom), get(pvalueAtom), get(cvalueAtom), get(localeAtom)]
  return {
    queryKey: ['detection', id, pvalue, cvalue, locale],
    queryFn: ({ signal }) =>
      omen.detections.get(id, { ...(pvalue !== null && { pvalue }), ...(cvalue !== null && { cvalue }) }, { signal }),
    enabled: id !== '',
    staleTime: 60_000,
    // While sliders move, the periods before stay on screen; those of another detection never do.
    placeholderData: (before: Detection | undefined) => (before?.id === id ? before : undefined),
  }
})
