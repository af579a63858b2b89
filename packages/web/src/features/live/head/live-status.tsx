import { Tooltip } from '@mantine/core'
import type { LiveAnalysis } from '@omen/sdk'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOutage } from '../../../lib/api/outage.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { behindAt, type Scored, serverTime } from './lag.ts'
import styles from './live-head.module.css'

interface LiveStatusProps {
  /** The newest, also while another is shown. */
  newest: LiveAnalysis
  isHeld: boolean
  /** End of the time shown while it is held. */
  heldAt: number
  missed: number
}

/** Whether the view follows, and how far it is behind; since when it does not. */
export const LiveStatus = ({ newest, isHeld, heldAt, missed }: LiveStatusProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const outage = useOutage()
  if (outage !== null)
    return (
      <span className={styles.status} data-tone="lost">
        {t('live.status.lost')}{' '}
        <span className={styles.detail}>{t('live.status.since', { time: format.clock(outage.since) })}</span>
      </span>
    )
  if (isHeld)
    return (
      <span className={styles.status} data-tone="held">
        {t('live.status.paused', { time: format.clock(heldAt) })}
        {missed > 0 && <span className={styles.detail}>{t('live.status.missed', { count: missed })}</span>}
      </span>
    )
  return <Following newest={newest} />
}

const Following = ({ newest }: { newest: LiveAnalysis }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const behind = useBehind(newest)
  const seconds = Math.round(behind / 1000)
  return (
    <Tooltip label={t('live.status.explain')} multiline maw={300}>
      <span className={styles.status} data-tone="live">
        {t('live.status.live')}
        {newest.position !== null && (
          <span className={styles.detail} data-part="lag">
            {seconds < 1
              ? t('live.status.upToDate')
              : t('live.status.behind', { duration: format.duration(seconds * 1000) })}
          </span>
        )}
      </span>
    </Tooltip>
  )
}

/** How far the newest row is behind, each second anew. */
const useBehind = (newest: LiveAnalysis): number => {
  const [, setTick] = useState(0)
  const seen = useRef<{ newest: LiveAnalysis; at: number; scored: Scored } | null>(null)
  if (seen.current?.newest !== newest) {
    const { position, lagMs } = newest
    const before = seen.current?.scored
    const isSame = before !== undefined && before.position === position
    seen.current = {
      newest,
      at: performance.now(),
      scored: isSame ? before : { position: position ?? 0, lagMs: before === undefined ? 0 : (lagMs ?? 0) },
    }
  }
  useEffect(() => {
    const timer = setInterval(() => setTick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const { at, scored } = seen.current
  return behindAt(serverTime(newest) + performance.now() - at, scored, newest.stepMs)
}
