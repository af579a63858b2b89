import { queryOptions } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** A back-fill is to be seen moving. */
const refreshMs = 2000

/** The connection of a project; what stands in its way is said in the language of the page. */
export const connectionQuery = (projectName: string, locale: string) =>
  queryOptions({
    queryKey: queryKeys.project.connection(projectName, locale),
    queryFn: ({ signal }) => omen.projects.connection(projectName, { signal }),
    refetchInterval: pollEvery(refreshMs),
  })
