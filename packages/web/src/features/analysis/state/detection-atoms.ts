import type { Detection } from '@omen/sdk'
import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { cvalueAtom, pvalueAtom } from '../../../findings/sensitivity/sensitivity-atoms.ts'
import type { AnswerQuery, Overrides } from '../../../findings/sensitivity/sensitivity-view.ts'
import { addressAtom } from '../../../lib/address/address-atom.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { localeAtom } from '../../../lib/i18n/locale-atom.ts'

export const detectionQuery = (id: string, { pvalue, cvalue }: Overrides, locale: string): AnswerQuery<Detection> => ({
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
