import type { Detection } from '@omen/sdk'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { localeAtom } from '../../../lib/i18n/locale-atom.ts'
import { detectionQuery } from '../state/detection-atoms.ts'
import type { Sensitivity } from './levels.ts'

/** The detection as it would be with other values; applied, it is there at once. */
export const useEffectOf = (id: string, draft: Sensitivity, stored: Sensitivity): UseQueryResult<Detection> => {
  const locale = useAtomValue(localeAtom)
  return useQuery({
    ...detectionQuery(id, changedFrom(draft, stored), locale),
    placeholderData: keepPreviousData,
  })
}

/** Only what differs from the run: so the address and the cache name a view once. */
export const changedFrom = (
  { pvalue, cvalue }: Sensitivity,
  stored: Sensitivity,
): { pvalue: number | null; cvalue: number | null } => ({
  pvalue: pvalue === stored.pvalue ? null : pvalue,
  cvalue: cvalue === stored.cvalue ? null : cvalue,
})
