import type { IncidentDetail } from '@omen/sdk'
import { queryOptions } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { poll } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** How often an incident that continues is read again, in milliseconds. */
const OPEN_MS = 15_000

export const incidentQuery = (id: string, locale: string) =>
  queryOptions({
    queryKey: queryKeys.incidents.one(id, locale),
    queryFn: ({ signal }) => omen.incidents.get(id, { signal }),
    refetchInterval: poll((data: IncidentDetail | undefined) =>
      data !== undefined && isLasting(data) ? OPEN_MS : false,
    ),
  })

/** Findings of it may still come. */
const isLasting = ({ incident }: Pick<IncidentDetail, 'incident'>): boolean => incident.end === null
