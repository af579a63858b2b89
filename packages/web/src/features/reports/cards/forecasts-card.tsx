import type { ReportForecast } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card/card.tsx'
import styles from '../page/report.module.css'

/** Series that are forecast to reach a limit, the soonest first. */
export const ForecastsCard = ({
  forecasts,
  namesProject,
}: {
  forecasts: readonly ReportForecast[]
  namesProject: boolean
}) => {
  const { t } = useTranslation()
  return (
    <Card title={t('reports.forecasts.title')}>
      {forecasts.length === 0 ? (
        <p className={styles.note}>{t('reports.forecasts.none')}</p>
      ) : (
        <ul className={styles.list}>
          {forecasts.map(({ sentence, projectName, owner, metric, instance }) => (
            <li key={`${projectName} ${owner} ${metric} ${instance}`} className={`${styles.sentence} break`}>
              {sentence}
              {namesProject && <span className={styles.muted}> · {projectName}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
