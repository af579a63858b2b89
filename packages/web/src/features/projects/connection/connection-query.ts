import type { Connection } from '@omen/sdk'
import { queryOptions } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { poll } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** A back-fill is to be seen moving, and a fault going away. */
const FAST_MS = 2000
const REFRESH_MS = 10_000

const isWatched = ({ collection: { backfill, fault } }: Connection): boolean =>
  backfill?.state === 'running' || fault !== null

/** The connection of a project; what stands in its way is said in the language of the page. */
export const connectionQuery = (projectName: string, locale: string) =>
  queryOptions({
    queryKey: queryKeys.project.connection(projectName, locale),
    queryFn: ({ signal }) => omen.projects.connection(projectName, { signal }),
    refetchInterval: poll((data: Connection | undefined) => (data && isWatched(data) ? FAST_MS : REFRESH_MS)),
  })
