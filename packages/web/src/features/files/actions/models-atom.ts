import { atomWithQuery } from 'jotai-tanstack-query'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Models that the caller may use, for the forms. */
export const usableModelsAtom = atomWithQuery(() => ({
  queryKey: queryKeys.models.usable,
  queryFn: ({ signal }) => omen.models.list({ pageSize: 500 }, { signal }),
}))
