import { atomWithQuery } from 'jotai-tanstack-query'
import { omen } from '../../../lib/api/omen.ts'

/** Models that the caller may use, for the forms. */
export const usableModelsAtom = atomWithQuery(() => ({
  queryKey: ['models', 'usable'],
  queryFn: ({ signal }) => omen.models.list({ pageSize: 500 }, { signal }),
}))
