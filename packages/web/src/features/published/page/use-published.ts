import { ApiProblem } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { localeAtom } from '../../../lib/i18n/locale-atom.ts'

/** How soon an open page learns that it has ended. */
const EVERY_MS = 3_000

const isGone = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHENTICATED')

/** A copy, and whether it has ended since it was opened: revoked, expired, or no longer for whoever looks at it. */
export const usePublished = (id: string, key: string | undefined) => {
  const locale = useAtomValue(localeAtom)
  const copy = useQuery({
    queryKey: queryKeys.published.detection(id, locale),
    queryFn: ({ signal }) => omen.published.detection(id, { signal, key }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const record = useQuery({
    queryKey: queryKeys.published.record(id),
    queryFn: ({ signal }) => omen.published.get(id, { signal, key }),
    enabled: copy.data !== undefined,
    refetchInterval: pollEvery(EVERY_MS),
    retry: false,
  })
  return { copy, record: record.data ?? copy.data?.published, hasEnded: record.isError && isGone(record.error) }
}
