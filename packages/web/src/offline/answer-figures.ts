import type { QueryClient } from '@tanstack/react-query'
import { figureOf } from '../features/incidents/post-mortem/series-figure.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import type { OfflineData } from './offline-data.ts'

/** Answers what the charts in the text of an incident would ask a server for. */
export const answerFigures = (queryClient: QueryClient, { incident }: OfflineData): void => {
  for (const { address, times, bucketMs, line } of incident?.figures ?? []) {
    const figure = figureOf(address)
    const id = incident?.details.en.detail.incident.id
    if (figure === null || id === undefined) continue
    const count = line?.max.map((value) => (value === null ? 0 : 1)) ?? []
    const series = line === null ? [] : [{ ...line, count, flagged: [] }]
    queryClient.setQueryData(queryKeys.incidents.values(id, figure), { times, bucketMs, series })
  }
}
