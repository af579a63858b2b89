import type { Detection } from '@omen/sdk'
import { parametersOf } from '@omen/sdk/rules'
import { queryOptions } from '@tanstack/react-query'
import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { addressAtom, atomFromUrl, parametersAtom } from '../../../lib/address/address-atom.ts'
import { numberWithin } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { localeAtom } from '../../../lib/i18n/locale-atom.ts'

/** Null for the value of the run. */
interface Overrides {
  pvalue: number | null
  cvalue: number | null
}

const { range: cvalueRange } = parametersOf().cvalue
const pvalueCodec = numberWithin(0, parametersOf('DBScan').pvalue.range.max)
const cvalueCodec = numberWithin(cvalueRange.min, cvalueRange.max)
const pvalueAtom = atomFromUrl('pvalue', pvalueCodec)
const cvalueAtom = atomFromUrl('cvalue', cvalueCodec)

/** Both values at once, as one entry of the history: Back gives the sensitivity before. */
export const sensitivityAtom = atom(null, (_, set, { pvalue, cvalue }: Overrides) =>
  set(parametersAtom, { pvalue: pvalueCodec.format(pvalue), cvalue: cvalueCodec.format(cvalue) }),
)

export const detectionQuery = (id: string, { pvalue, cvalue }: Overrides, locale: string) =>
  queryOptions({
    queryKey: queryKeys.detection.one(id, pvalue, cvalue, locale),
    queryFn: ({ signal }) =>
      omen.detections.get(id, { ...(pvalue !== null && { pvalue }), ...(cvalue !== null && { cvalue }) }, { signal }),
    staleTime: 60_000,
  })

const detectionIdAtom = atom((get) => /^\/detections\/([^/]+)$/.exec(get(addressAtom).pathname)?.[1] ?? '')

export const detectionAtom = atomWithQuery((get) => {
  const id = get(detectionIdAtom)
  return {
    ...detectionQuery(id, { pvalue: get(pvalueAtom), cvalue: get(cvalueAtom) }, get(localeAtom)),
    enabled: id !== '',
    // While other values are computed, the findings before stay on screen, but never those of another detection.
    placeholderData: (before: Detection | undefined) => (before?.id === id ? before : undefined),
  }
})
