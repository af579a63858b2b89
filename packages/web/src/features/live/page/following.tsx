import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { AnalysisSkeleton } from '../../../findings/analysis-view/analysis-skeleton.tsx'
import { rangeAtom } from '../../../findings/state/range-atoms.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import type { TimeChoice } from '../head/live-head.tsx'
import { isPausedAtom } from '../state/live-atoms.ts'
import type { LiveRequest } from '../state/live-request.ts'
import { useFollow } from '../state/use-follow.ts'
import { useHeld } from '../state/use-held.ts'
import { LiveView } from './live-view.tsx'
import { useWayOn } from './use-way-on.ts'

/** The time until now, which moves on; held while it is paused or a part of it is shown. */
export const Following = ({ request, isMine, time }: { request: LiveRequest; isMine: boolean; time: TimeChoice }) => {
  const { locale } = useFormat()
  const followed = useFollow(request, locale)
  const wayOn = useWayOn(request)
  const [isPaused, pause] = useAtom(isPausedAtom)
  const range = useAtomValue(rangeAtom)
  const isHeld = isPaused || range !== null
  const { shown, missed } = useHeld(followed, isHeld)
  // Whoever opens the page wants to see what happens now.
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
