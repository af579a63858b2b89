import { Button } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OutageState, outageOf, useOutage } from '../../lib/api/outage.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import styles from './outage-notice.module.css'

/** One line for everything on the page that could not be read: since when, when it is tried again, and one retry. */
export const OutageNotice = () => {
  const outage = useOutage()
  return outage === null ? null : <Notice outage={outage} />
}

const Notice = ({ outage }: { outage: OutageState }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const queryClient = useQueryClient()
  const isTrying = outage.nextTryAt === null
  return (
    <div className={styles.notice}>
      <IconPlugConnectedX size={18} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <strong role="alert">{t(`general.outage.${outage.kind}`, { time: format.clock(outage.since) })}</strong>
        {t('general.betweenSentences')}
        <Countdown until={outage.nextTryAt} />
        {t('general.betweenSentences')}
        <span className="muted">{t(hasData(queryClient) ? 'general.outage.kept' : 'general.outage.typed')}</span>
        {outage.requestId !== undefined && (
          <div className="tiny muted">{t('general.requestId', { id: outage.requestId })}</div>
        )}
      </div>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconRefresh size={14} />}
        disabled={isTrying}
        onClick={outageOf(queryClient).tryNow}
      >
        {t('general.outage.tryNow')}
      </Button>
    </div>
  )
}

/** Whether anything but the session was read before. */
const hasData = (client: QueryClient): boolean =>
  client
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ queryHash, state }) => state.data !== undefined && queryHash !== hashKey(queryKeys.session))

/** Not announced every second: a timer has no live region. */
const Countdown = ({ until }: { until: number | null }) => {
  const { t } = useTranslation()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (until === null) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [until])
  const seconds = until === null ? 0 : Math.max(1, Math.ceil((until - now) / 1000))
  return (
    <span role="timer">{until === null ? t('general.outage.trying') : t('general.outage.tryingIn', { seconds })}</span>
  )
}
