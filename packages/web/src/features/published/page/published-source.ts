import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { SeriesRequest } from '../../../findings/metric-chart/series-query.ts'
import type { SeriesResult, SeriesSource } from '../../../findings/metric-chart/series-source.ts'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Of one copy; the values of another one are not read with its key. */
interface Copy {
  id: string
  key: string | undefined
}

const seriesQuery = ({ id, key }: Copy, { ids: seriesIds, buckets }: SeriesRequest, range: Range | null) =>
  queryOptions({
    queryKey: queryKeys.published.series(id, seriesIds, range, buckets),
    queryFn: ({ signal }) =>
      omen.published.series(
        id,
        { seriesIds: [...seriesIds], buckets, ...(range && { from: range.from, to: range.to }) },
        { signal, key },
      ),
    // A copy does not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  })

/** The values of a copy; old ones stay until new ones arrive. `key` is that of an open link. */
export const publishedSource = (copy: Copy, hasEmptyBuckets: boolean): SeriesSource => ({
  useSeries: (_: string, request: SeriesRequest, range: Range | null): SeriesResult => {
    const enabled = request.ids.length > 0
    const result = useQuery({ ...seriesQuery(copy, request, range), placeholderData: keepPreviousData, enabled })
    const last = useRef(result.data)
    if (result.data !== undefined) last.current = result.data
    return { data: result.data ?? last.current, error: result.error, isFetching: result.isFetching }
  },
  hasEmptyBuckets,
})
