import type { OutlierComparison, OutlierQuery } from '@omen/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import type { Source } from '../../../lib/sources/source.ts'

/** What is compared; a span of a project ends with its latest sample. */
export interface OutlierRequest {
  readonly source: Source
  readonly spanMs: number
  readonly range: Range | null
  readonly group: string
  readonly metric: string
  readonly service: string
  readonly tolerance: number
  readonly minMembers: number
  readonly states: boolean
}

const REFRESH_MS = 60_000

export const outliersQuery = (request: OutlierRequest) =>
  queryOptions({
    queryKey: queryKeys.comparison.outliers(request),
    queryFn: ({ signal }) => readOutliers(request, signal),
    // Of a file nothing changes
    refetchInterval: pollEvery(request.source.projectName !== undefined && request.range === null ? REFRESH_MS : false),
    placeholderData: keepPreviousData,
  })

async function readOutliers(request: OutlierRequest, signal: AbortSignal): Promise<OutlierComparison> {
  const { source, spanMs, range, group, metric, service, tolerance, minMembers, states } = request
  const query: OutlierQuery = {
    ...source,
    tolerance,
    minMembers,
    ...(group !== '' && { group }),
    ...(metric !== '' && { show: metric }),
    ...(service !== '' && { service }),
    ...(states && { states }),
    ...range,
  }
  const { projectName } = source
  if (range !== null || projectName === undefined) return omen.comparisons.outliers(query, { signal })
  // What is no longer sent to is shown as it was last
  const { to } = await omen.projects.get(projectName, { signal })
  return omen.comparisons.outliers({ ...query, ...(to !== null && { from: to - spanMs, to }) }, { signal })
}
