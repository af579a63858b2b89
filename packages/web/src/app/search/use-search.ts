import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { userAtom } from '../../lib/session/session-atom.ts'
import { firstSteps, screenGroups } from '../frame/navigation-model.ts'
import { findThings } from './find-things.ts'
import { type Hit, matchesQuery, rankHits } from './search-model.ts'

const settleMs = 150
/** The server rejects longer ones. */
const longestQuery = 100

/** Searches screens at once, and the server when typing pauses. */
export const useSearch = (query: string): { hits: Hit[]; isLoading: boolean; isError: boolean } => {
  const { t } = useTranslation()
  const role = useAtomValue(userAtom)?.role ?? 'member'
  const [settled] = useDebouncedValue(query.trim().slice(0, longestQuery), settleMs)
  const format = useFormat()
  const things = useQuery({
    queryKey: queryKeys.search(settled, format.locale),
    queryFn: ({ signal }) => findThings(omen, settled, { signal, relative: format.relative }),
    placeholderData: keepPreviousData,
  })
  const hits = useMemo(() => {
    const screens = [...screenGroups(role).flatMap((group) => group.screens), firstSteps].map(
      (screen): Hit => ({
        id: screen.name,
        kind: 'screens',
        title: t(`frame.nav.${screen.name}`),
        path: screen.path,
      }),
    )
    const found = [...screens, ...(things.data ?? [])].filter((hit) =>
      matchesQuery(`${hit.title} ${hit.note ?? ''}`, query.trim()),
    )
    return rankHits(found, query)
  }, [things.data, query, role, t])
  return { hits, isLoading: things.isPending, isError: things.isError }
}
