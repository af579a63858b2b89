import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { AnalysisSkeleton } from '../../../findings/analysis-view/analysis-skeleton.tsx'
import { cvalueAtom, pvalueAtom } from '../../../findings/sensitivity/sensitivity-atoms.ts'
import { rangeAtom } from '../../../findings/state/range-atoms.ts'
import { addressAtom, withParameter } from '../../../lib/address/address-atom.ts'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { defaultSpan, SPAN_MS } from '../../../lib/time/span.ts'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import type { TimeChoice } from '../head/live-head.tsx'
import {
  AHEAD_HOURS,
  aheadAtom,
  groupAtom,
  instancesAtom,
  isPausedAtom,
  LIVE_SPANS,
  metricsAtom,
  spanAtom,
  windowAtom,
} from '../state/live-atoms.ts'
import { type LiveRequest, queryOf, WHOLE_BUCKETS } from '../state/live-request.ts'
import { windowAround } from '../state/place-of.ts'
import { projectQuery } from '../state/project-query.ts'
import { useFollow } from '../state/use-follow.ts'
import { useHeld } from '../state/use-held.ts'
import { LiveView } from './live-view.tsx'

/** A project as it is now: what is open, since when and where. */
export const LivePage = () => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { project: address = '' } = useParams()
  const project = useQuery(projectQuery(address, locale))
  return (
    <Loaded
      query={project}
      skeleton={<AnalysisSkeleton />}
      failed={(error, onRetry) => (
        <PageFailed error={error} onRetry={onRetry} list={{ name: t('projects.title'), path: '/projects' }} />
      )}
    >
      {({ samplingInterval, mine }) => (
        <Watched key={address} address={address} isMine={mine} stepMs={samplingInterval * 60_000} />
      )}
    </Loaded>
  )
}

const Watched = ({ address, isMine, stepMs }: { address: string; isMine: boolean; stepMs: number }) => {
  const shortest = SPAN_MS[defaultSpan(stepMs)]
  const usual = LIVE_SPANS.find((name) => SPAN_MS[name] >= shortest) ?? '24h'
  const span = useAtomValue(spanAtom) || usual
  const request: LiveRequest = {
    address,
    spanMs: SPAN_MS[span],
    metrics: useAtomValue(metricsAtom),
    instances: useAtomValue(instancesAtom),
    group: useAtomValue(groupAtom),
    predictHours: 0,
    pvalue: useAtomValue(pvalueAtom),
    cvalue: useAtomValue(cvalueAtom),
  }
  const ahead = useAtomValue(aheadAtom)
  const window = useFixedWindow(request.spanMs)
  const time = { span, usual }
  return window === null ? (
    <Following
      isMine={isMine}
      request={{ ...request, predictHours: ahead === '' ? 0 : AHEAD_HOURS[ahead] }}
      time={time}
    />
  ) : (
    <Still request={request} isMine={isMine} window={window} time={time} />
  )
}

/** The time until now, which moves on; held while it is paused or a part of it is shown. */
const Following = ({ request, isMine, time }: { request: LiveRequest; isMine: boolean; time: TimeChoice }) => {
  const { locale } = useFormat()
  const followed = useFollow(request, locale)
  const wayOn = useWayOn(request)
  const [isPaused, pause] = useAtom(isPausedAtom)
  const range = useAtomValue(rangeAtom)
  const isHeld = isPaused || range !== null
  const { shown, missed } = useHeld(followed, isHeld)
  // A user who opens the page wants to see the present.
  useEffect(() => () => pause(false), [pause])
  if (followed.error !== null) return <PageFailed error={followed.error} onRetry={followed.restart} list={wayOn} />
  if (shown === null || followed.window === null) return <AnalysisSkeleton />
  return (
    <LiveView
      request={request}
      isMine={isMine}
      time={time}
      live={shown}
      newest={followed.window.analysis}
      isHeld={isHeld}
      missed={missed}
    />
  )
}

interface StillProps {
  request: LiveRequest
  isMine: boolean
  window: Range
  time: TimeChoice
}

/** A time that stands still. */
const Still = ({ request, isMine, window, time }: StillProps) => {
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

/** Where to go where a project could not be read: back to its own sensitivity, if another was chosen, or to the list. */
const useWayOn = ({ pvalue, cvalue }: LiveRequest): { name: string; path: string } => {
  const { t } = useTranslation()
  const { pathname, search } = useAtomValue(addressAtom)
  if (pvalue === null && cvalue === null) return { name: t('projects.title'), path: '/projects' }
  const own = ['pvalue', 'cvalue'].reduce((text, name) => withParameter(text, name, null), search)
  return { name: t('analysis.sensitivity.reset'), path: pathname + own }
}

const stillQuery = (request: LiveRequest, { from, to }: Range, locale: string) =>
  queryOptions({
    queryKey: queryKeys.project.live(request.address, { ...request, from, to, locale }),
    queryFn: ({ signal }) =>
      omen.live.analysis(request.address, { ...queryOf(request), from, to, buckets: WHOLE_BUCKETS }, { signal }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })

/** The time that stands still: that of the address, or that around a zoom which the time that moves on does not hold. */
const useFixedWindow = (span: number): Range | null => {
  const window = useAtomValue(windowAtom)
  const range = useAtomValue(rangeAtom)
  const [openedAt] = useState(Date.now)
  if (window !== null || range === null || range.from >= openedAt - span) return window
  return windowAround(range, openedAt)
}
