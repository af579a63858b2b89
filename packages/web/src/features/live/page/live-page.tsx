import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { AnalysisSkeleton } from '../../../findings/analysis-view/analysis-skeleton.tsx'
import { cvalueAtom, pvalueAtom } from '../../../findings/sensitivity/sensitivity-atoms.ts'
import { rangeAtom } from '../../../findings/state/range-atoms.ts'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { defaultSpan, spanMs } from '../../../lib/time/span.ts'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import {
  aheadAtom,
  aheadHours,
  groupAtom,
  instancesAtom,
  liveSpans,
  metricsAtom,
  spanAtom,
  windowAtom,
} from '../state/live-atoms.ts'
import type { LiveRequest } from '../state/live-request.ts'
import { windowAround } from '../state/place-of.ts'
import { projectQuery } from '../state/project-query.ts'
import { Following } from './following.tsx'
import { Still } from './still.tsx'

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
  const shortest = spanMs[defaultSpan(stepMs)]
  const usual = liveSpans.find((name) => spanMs[name] >= shortest) ?? '24h'
  const span = useAtomValue(spanAtom) || usual
  const request: LiveRequest = {
    ...{ address, spanMs: spanMs[span] },
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
      request={{ ...request, predictHours: ahead === '' ? 0 : aheadHours[ahead] }}
      time={time}
    />
  ) : (
    <Still request={request} isMine={isMine} window={window} time={time} />
  )
}

/** The time that stands still: that of the address, or that around a zoom which the time that moves on does not hold. */
const useFixedWindow = (span: number): Range | null => {
  const window = useAtomValue(windowAtom)
  const range = useAtomValue(rangeAtom)
  const [openedAt] = useState(Date.now)
  if (window !== null || range === null || range.from >= openedAt - span) return window
  return windowAround(range, openedAt)
}
