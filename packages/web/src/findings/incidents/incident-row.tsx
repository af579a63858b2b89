import { UnstyledButton } from '@mantine/core'
import type { Incident } from '@omen/sdk'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Analysis } from '../analysis.ts'
import { IncidentTime, IncidentTitle } from './incident-head.tsx'
import { briefSentence, shortBrief } from './incident-model.ts'
import { IncidentNumber } from './incident-number.tsx'
import { IncidentSpark } from './incident-spark.tsx'
import styles from './incidents.module.css'

interface IncidentRowProps {
  analysis: Analysis
  incident: Incident
  onSelect: (id: string) => void
}

/** An incident in three lines beside its spark line; a click shows it. */
export const IncidentRow = memo(({ analysis, incident, onSelect }: IncidentRowProps) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return (
    <li className={styles.item}>
      <UnstyledButton
        className={styles.row ?? ''}
        title={t('analysis.incidents.show', { number: incident.number })}
        onClick={() => onSelect(incident.id)}
      >
        <IncidentNumber number={incident.number} />
        <span className={styles.rowBody}>
          <IncidentTitle incident={incident} />
          <span className={styles.rowLines}>
            <span className={styles.rowText}>
              <IncidentTime incident={incident} analysis={analysis} isShort />
              <span className={styles.brief}>{briefSentence(shortBrief(incident), locale)}</span>
            </span>
            <span className={styles.rowSpark}>
              <IncidentSpark analysis={analysis} incident={incident} width={88} height={36} />
            </span>
          </span>
        </span>
      </UnstyledButton>
    </li>
  )
})
