import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { SeriesRequest } from '../../../findings/metric-chart/series-query.ts'
import type { SeriesResult, SeriesSource } from '../../../findings/metric-chart/series-source.ts'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/**
 * Values of some series in the visible range, as fine as a chart can draw; old values stay until new ones arrive. They are
 * requested before the chart re-renders the old ones, so that the response arrives meanwhile.
 */
const useDetectionSeries = (detectionId: string, request: SeriesRequest, range: Range | null): SeriesResult => {
  const client = useQueryClient()
  const query = seriesQuery(detectionId, request, range)
  const enabled = request.ids.length > 0
  if (enabled && client.getQueryState(query.queryKey) === undefined) void client.prefetchQuery(query)
  const result = useQuery({
    ...query,
    // A chart that left the view was unmounted: what it drew last is still in the cache
    placeholderData: (before: DetectionSeries | undefined) => before ?? latestOf(client, detectionId, request),
    enabled,
  })
  const last = useRef(result.data)
  if (result.data !== undefined) last.current = result.data
  return { data: result.data ?? last.current, error: result.error, isFetching: result.isFetching }
}

type DetectionSeries = Awaited<ReturnType<typeof omen.detections.series>>

/** The latest answer for the same series, whatever its time. */
const latestOf = (client: QueryClient, detectionId: string, { ids }: SeriesRequest): DetectionSeries | undefined =>
  client
    .getQueryCache()
    .findAll({ queryKey: queryKeys.detection.seriesOf(detectionId, ids) })
    .filter(({ state }) => state.data !== undefined)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0]?.state.data as DetectionSeries | undefined

const seriesQuery = (detectionId: string, { ids: seriesIds, buckets }: SeriesRequest, range: Range | null) =>
  queryOptions({
    queryKey: queryKeys.detection.series(detectionId, seriesIds, range, buckets),
    queryFn: ({ signal }) =>
      omen.detections.series(
        detectionId,
        { seriesIds: [...seriesIds], buckets, ...(range && { from: range.from, to: range.to }) },
        { signal },
      ),
    // A stored detection does not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  })

/** The stored values of a detection. */
export const detectionSource: SeriesSource = { useSeries: useDetectionSeries, hasEmptyBuckets: false }
