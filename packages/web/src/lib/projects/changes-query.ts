import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Range } from '../address/url-codecs.ts'
import { omen } from '../api/omen.ts'
import { queryKeys } from '../api/query-keys.ts'

/** More flags in one chart could not be told apart. */
const MAX_SHOWN = 100

/** What changed in a project within a time, the latest first. */
export const changesWithinQuery = (address: string, { from, to }: Range) =>
  queryOptions({
    queryKey: queryKeys.project.changesShown(address, { from, to }),
    queryFn: async ({ signal }) =>
      (await omen.events.list({ projectName: address, from, to, pageSize: MAX_SHOWN }, { signal })).items,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
