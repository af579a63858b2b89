import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { AnalysisSkeleton } from '../../../findings/analysis-view/analysis-skeleton.tsx'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import type { TimeChoice } from '../head/live-head.tsx'
import { type LiveRequest, queryOf, wholeBuckets } from '../state/live-request.ts'
import { LiveView } from './live-view.tsx'
import { useWayOn } from './use-way-on.ts'

interface StillProps {
  request: LiveRequest
  isMine: boolean
  window: Range
  time: TimeChoice
}

/** A time that stands still. */
export const Still = ({ request, isMine, window, time }: StillProps) => {
  const { locale } = useFormat()
  const wayOn = useWayOn(request)
  const analysis = useQuery(stillQuery(request, window, locale))
  return (
    <Loaded
      query={analysis}
      skeleton={<AnalysisSkeleton />}
      failed={(error, onRetry) => <PageFailed error={error} onRetry={onRetry} list={wayOn} />}
    >
      {(live) => <LiveView request={request} isMine={isMine} time={time} live={live} newest={null} isHeld missed={0} />}
    </Loaded>
  )
}

const stillQuery = (request: LiveRequest, { from, to }: Range, locale: string) =>
  queryOptions({
    queryKey: queryKeys.project.live(request.address, { ...request, from, to, locale }),
    queryFn: ({ signal }) =>
      omen.live.analysis(request.address, { ...queryOf(request), from, to, buckets: wholeBuckets }, { signal }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
