import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { omen } from '../api/omen.ts'
import { queryKeys } from '../api/query-keys.ts'

const CHOICES = 50

/** Projects and files whose names have what is typed: those with metrics, or those with logs. */
export const sourcesQuery = (kind: 'metrics' | 'logs', q: string, locale: string) =>
  queryOptions({
    queryKey: queryKeys.sources(kind, q, locale),
    queryFn: async ({ signal }) => {
      const query = { pageSize: CHOICES, ...(q !== '' && { q }) }
      const [projects, files] = await Promise.all([
        omen.projects.list(query, { signal }),
        omen.files.list(query, { signal }),
      ])
      return {
        // What is counted of logs are metrics, too
        projects: kind === 'metrics' ? projects.items : projects.items.filter(({ dataType }) => dataType === 'Log'),
        files: files.items.filter(({ state, summary }) => state === 'parsed' && summary?.kind === kind),
      }
    },
    placeholderData: keepPreviousData,
  })
