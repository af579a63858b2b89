import { queryOptions } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** A project and its settings. */
export const projectQuery = (address: string, locale: string) =>
  queryOptions({
    queryKey: queryKeys.project.one(address, locale),
    queryFn: ({ signal }) => omen.projects.get(address, { signal }),
  })
