import { queryOptions } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** The text about an incident, the newest or an earlier one. */
export const postMortemQuery = (id: string, revision: number | null, locale: string) =>
  queryOptions({
    queryKey: queryKeys.incidents.postMortem(id, revision, locale),
    queryFn: ({ signal }) =>
      omen.incidents.postMortem({ incidentId: id }, { ...(revision !== null && { revision }), signal }),
  })
