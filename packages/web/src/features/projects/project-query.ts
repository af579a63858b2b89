import { queryOptions } from '@tanstack/react-query'
import { omen } from '../../lib/api/omen.ts'
import { pollEvery } from '../../lib/api/poll.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'

/** A project by its address, read again every so many milliseconds; its sentence is in the language of the page. */
export const projectQuery = (address: string, locale: string, everyMs: number) =>
  queryOptions({
    queryKey: queryKeys.project.one(address, locale),
    queryFn: ({ signal }) => omen.projects.get(address, { signal }),
    refetchInterval: pollEvery(everyMs),
  })
