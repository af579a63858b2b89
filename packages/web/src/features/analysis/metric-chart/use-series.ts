import type { SeriesData } from '@omen/sdk'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import type { SeriesRequest } from './series-query.ts'

/** Values of some series in the shown range, as fine as a chart can draw; what was there stays until the finer ones come. */
export const useSeries = (
  detectionId: string,
  { ids: seriesIds, buckets }: SeriesRequest,
  range: Range | null,
): UseQueryResult<SeriesData> =>
  useQuery({
    queryKey: ['series', detectionId, seriesIds, range?.from ?? null, range?.to ?? null, buckets],
    queryFn: ({ signal }) =>
      omen.detections.series(
        detectionId,
        { seriesIds: [...seriesIds], buckets, ...(range && { from: range.from, to: range.to }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled: seriesIds.length > 0,
    // A stored detection does not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  })
