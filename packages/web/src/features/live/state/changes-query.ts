import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

const REFRESH_MS = 30_000
/** The beginning of a time that moves on is rounded, so that the answer is used for a while. */
const ROUND_MS = 600_000
/** As many as one page has: more flags could not be told apart. */
const MAX_CHANGES = 500

/** What changed in a project since some time, the latest first. */
export const changesQuery = (address: string, from: number) => {
  const rounded = Math.floor(from / ROUND_MS) * ROUND_MS
  return queryOptions({
    queryKey: queryKeys.project.changesShown(address, { from: rounded }),
    queryFn: async ({ signal }) =>
      (await omen.events.list({ projectName: address, from: rounded, pageSize: MAX_CHANGES }, { signal })).items,
    refetchInterval: pollEvery(REFRESH_MS),
    placeholderData: keepPreviousData,
  })
}
