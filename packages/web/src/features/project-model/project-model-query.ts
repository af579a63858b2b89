import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'

/** What some versions of a project's model learned: the newest, or those of the windows; two of them are compared. */
export const projectModelQuery = (address: string, windows: readonly number[]) =>
  queryOptions({
    queryKey: queryKeys.comparison.model({ address, windows }),
    queryFn: ({ signal }) =>
      omen.projects.model(address, { ...(windows.length > 0 && { window: [...windows] }), compare: true }, { signal }),
    placeholderData: keepPreviousData,
  })
