import type { PredictedIncident, RulePrediction } from '@omen/sdk'
import { IconTelescope } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { userAtom } from '../../../lib/session/session-atom.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { CrossingRow } from './crossing-row.tsx'
import styles from './predicted.module.css'
import { RuleRow } from './rule-row.tsx'

interface PredictedListProps {
  rules: readonly RulePrediction[]
  forecasts: readonly PredictedIncident[]
}

/** What is expected, by rules and by forecasts; with the record of each rule. */
export const PredictedList = ({ rules, forecasts }: PredictedListProps) => {
  const { t } = useTranslation()
  const userName = useAtomValue(userAtom)?.userName
  if (rules.length + forecasts.length === 0)
    return <EmptyState icon={<IconTelescope size={24} />} text={t('incidents.predicted.none')} />
  return (
    <>
      {rules.length > 0 && (
        <section aria-label={t('incidents.predicted.rules')}>
          <h2 className={styles.head}>{t('incidents.predicted.rules')}</h2>
          <p className={styles.text}>{t('incidents.predicted.rulesText')}</p>
          <ul className={styles.list}>
            {rules.map((rule) => (
              <RuleRow key={rule.id} rule={rule} isMine={rule.owner === userName} />
            ))}
          </ul>
        </section>
      )}
      {forecasts.length > 0 && (
        <section aria-label={t('incidents.predicted.forecasts')}>
          <h2 className={styles.head}>{t('incidents.predicted.forecasts')}</h2>
          <p className={styles.text}>{t('incidents.predicted.forecastsText')}</p>
          <ul className={styles.list}>
            {forecasts.map((one) => (
              <CrossingRow
                key={`${one.owner} ${one.projectName} ${one.metric} ${one.instance}`}
                crossing={one}
                isMine={one.owner === userName}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
