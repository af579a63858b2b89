import type { Incident } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { SeverityMark } from '../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../ui/severity/use-severity-words.ts'
import type { Analysis } from '../analysis.ts'
import { incidentLength } from './incident-model.ts'
import styles from './incidents.module.css'

/** Severity with its shape, title and state of an incident. */
export const IncidentTitle = ({ incident }: { incident: Incident }) => {
  const words = useSeverityWords()
  const { val, title, state } = incident
  return (
    <span className={styles.titleLine}>
      <SeverityMark val={val ?? 0} isMissingValue={val === null} words={words} isBare={val === null} />
      <span className={styles.title} title={title}>
        {title}
      </span>
      {state !== 'over' && <IncidentState state={state} />}
    </span>
  )
}

const IncidentState = ({ state }: { state: 'open' | 'recovering' | 'newNormal' }) => {
  const { t } = useTranslation()
  return <span className={styles.state}>{t(`analysis.incidents.states.${state}`)}</span>
}

interface IncidentTimeProps {
  incident: Incident
  /** The interval of its samples, and the time in which it is looked at. */
  analysis: Pick<Analysis, 'intervalMs' | 'from' | 'to'>
  /** In a narrow place: where the language allows it without the month, or without the weekday where a day comes twice. */
  isShort?: boolean
}

const MONTH_MS = 28 * 86_400_000

/** When an incident began and how long it lasted; "so far" while it is open. */
export const IncidentTime = ({ incident, analysis, isShort = false }: IncidentTimeProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { intervalMs, from, to } = analysis
  const duration = format.duration(incidentLength(incident, intervalMs))
  const when = isShort ? format.whenShort(incident.start, to - from < MONTH_MS) : format.when(incident.start)
  return (
    <span className={styles.when} data-tabular>
      <span>{when} ·</span>{' '}
      <span>{incident.state === 'open' ? t('analysis.incidents.soFar', { duration }) : duration}</span>
    </span>
  )
}
