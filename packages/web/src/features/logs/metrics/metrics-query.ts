import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { projectsQuery } from '../../../lib/projects/projects-query.ts'

const STALE_MS = 30_000

/** Projects with metrics whose names have what is typed. */
export const metricProjectsQuery = (search: string, locale: string) =>
  queryOptions({
    ...projectsQuery(search, locale),
    select: ({ items }) => items.filter(({ dataType, firstDataAt }) => dataType === 'Metric' && firstDataAt !== null),
  })

/** Which metrics a project has, those with findings in the time first. */
export const metricsQuery = (address: string, { from, to }: Range) =>
  queryOptions({
    queryKey: queryKeys.logs.metrics(address, { from, to }),
    queryFn: ({ signal }) => omen.live.analysis(address, { from, to, buckets: 1 }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === address ? before : undefined),
    staleTime: STALE_MS,
  })

/** Values of a metric over the time. */
export const valuesQuery = (address: string, { from, to }: Range, metric: string, buckets: number) =>
  queryOptions({
    queryKey: queryKeys.logs.metrics(address, { from, to, metric, buckets }),
    queryFn: ({ signal }) => omen.live.analysis(address, { from, to, metric: [metric], buckets }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })

/** So many incidents are named. */
export const LISTED = 3

/** Incidents of a project that lie in a time, at least in part, the worst first. */
export const incidentsQuery = (projectName: string, { from, to }: Range) =>
  queryOptions({
    queryKey: queryKeys.logs.incidents(projectName, { from, to }),
    queryFn: ({ signal }) =>
      omen.incidents.list({ projectName, tab: 'all', from, to: to + 1, pageSize: LISTED }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === projectName ? before : undefined),
    staleTime: STALE_MS,
  })
