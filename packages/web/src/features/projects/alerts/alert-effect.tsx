import type { AlertPreview } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import styles from './alerts-tab.module.css'

const mostShown = 12

/** What the last 30 days would have sent: how many, and the latest of them. */
export const AlertEffect = ({ preview, isOld }: { preview: AlertPreview; isOld: boolean }) => {
  const { t } = useTranslation()
  const { total, alerts } = preview
  const shown = alerts.slice(0, mostShown)
  return (
    <div aria-live="polite" aria-busy={isOld} style={{ opacity: isOld ? 0.5 : 1 }}>
      <p className={styles.headline}>{t('projects.alerts.effect.sent', { count: total })}</p>
      <ul className={styles.alerts}>
        {shown.map(({ kind, at, incidents: [first], incidentsTotal }) => (
          <li key={`${kind} ${at} ${first?.incidentId}`}>
            <span className="small muted">
              <TimeText time={at} /> · {t(`general.alertKind.${kind}`)}
            </span>
            <span className="lines-3" title={first?.sentence}>
              {first?.sentence}
              {incidentsTotal > 1 && ` ${t('projects.alerts.effect.others', { count: incidentsTotal - 1 })}`}
            </span>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="small muted">{t('projects.alerts.effect.earlier', { count: total - shown.length })}</p>
      )}
    </div>
  )
}
