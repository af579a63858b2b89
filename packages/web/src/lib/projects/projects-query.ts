import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { omen } from '../api/omen.ts'
import { queryKeys } from '../api/query-keys.ts'

/** The projects that can be watched, the first few that a search finds. */
export const projectsQuery = (search: string, locale: string) =>
  queryOptions({
    queryKey: queryKeys.projects.choices(search, locale),
    queryFn: ({ signal }) =>
      omen.projects.list({ ...(search.trim() !== '' && { q: search.trim() }), pageSize: 50 }, { signal }),
    placeholderData: keepPreviousData,
  })
