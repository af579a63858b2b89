import type { IncidentDetail } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { incidentPhrase } from '../../../findings/incidents/incident-model.ts'
import { nowAtom } from '../../../lib/format/now-atom.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { livePath } from '../../../lib/projects/project-address.ts'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import { Unbroken } from '../../../ui/unbroken/unbroken.tsx'
import { FamilyIcon } from '../list/family-icon.tsx'
import { useIncidentAddress } from '../state/incident-address.ts'
import { IncidentActions } from './incident-actions.tsx'
import styles from './incident-head.module.css'

interface IncidentHeadProps {
  detail: IncidentDetail
  isForwarded: boolean
}

/** Severity, state, place and time; what happened in a sentence; what else matters. */
export const IncidentHead = ({ detail, isForwarded }: IncidentHeadProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const { incident, source } = detail
  const { val, family, title } = incident
  const sentence = incidentPhrase(incident, format.locale)
  useEffect(() => {
    document.title = `${title} · ${t('incidents.title')} · Omen`
  }, [title, t])
  return (
    <header className={styles.head}>
      <div className={styles.first}>
        <div className={styles.facts}>
          <SeverityMark val={val ?? 0} isMissingValue={val === null} words={words} />
          <FamilyIcon family={family} />
          {source.kind === 'project' && <State detail={detail} />}
          <Place detail={detail} />
        </div>
        <IncidentActions detail={detail} />
      </div>
      <h1 className={`${styles.title} lines-3`} title={sentence}>
        <Unbroken text={sentence} />
      </h1>
      <Notes detail={detail} isForwarded={isForwarded} />
    </header>
  )
}

const State = ({ detail: { incident } }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  return <span className={styles.state}>{t(`incidents.states.${incident.isClosed ? 'closed' : incident.state}`)}</span>
}

const Place = ({ detail }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useAtomValue(nowAtom)
  const { incident, source, decision } = detail
  const address = useIncidentAddress(incident)
  const { onset, durationMs, projectName } = incident
  const length = format.duration(durationMs ?? Math.max(0, now - onset))
  const duration = durationMs === null ? t('incidents.list.soFar', { duration: length }) : length
  const name = decision.decidedBy ?? ''
  const decided =
    name !== '' && incident.state === 'acknowledged'
      ? [t('incidents.page.acknowledgedBy', { name })]
      : name !== '' && incident.state === 'resolved'
        ? [t('incidents.page.resolvedBy', { name })]
        : []
  return (
    <span className={styles.place} data-tabular>
      {source.kind === 'project' ? (
        <Link to={livePath(address)}>{projectName}</Link>
      ) : (
        <Link to={`/detections/${source.detectionId ?? ''}`}>{source.uploadFileName ?? projectName}</Link>
      )}
      {[`${format.when(onset)} ${format.timeZone}`, duration, ...decided].map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  )
}

/** What a reader has to know besides: where a link came from, what has passed retention, what is left out of training. */
const Notes = ({ detail, isForwarded }: IncidentHeadProps) => {
  const { t } = useTranslation()
  const { incident, withdrawn, retention, training, source } = detail
  const notes = [
    ...(isForwarded ? [t('incidents.page.merged')] : []),
    ...(withdrawn === null ? [] : [withdrawn.sentence]),
    ...(retention.hasPassed && retention.sentence !== null ? [retention.sentence] : []),
    ...(source.kind === 'detection'
      ? [t('incidents.page.inFile', { name: source.uploadFileName ?? incident.projectName })]
      : []),
    ...(incident.isClosed && source.kind === 'project' ? [t('incidents.page.closed')] : []),
  ]
  if (notes.length === 0 && !training.isExcluded) return null
  return (
    <div className={styles.notes} role="status">
      {training.isExcluded && <span className={styles.tag}>{t('incidents.page.excluded')}</span>}
      <span>{notes.join(t('general.betweenSentences'))}</span>
    </div>
  )
}
