import { Button } from '@mantine/core'
import type { ReportIncident } from '@omen/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { briefSentence } from '../../../findings/incidents/incident-model.ts'
import { IncidentNumber } from '../../../findings/incidents/incident-number.tsx'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import { Unbroken } from '../../../ui/unbroken/unbroken.tsx'
import styles from '../page/report.module.css'

interface IncidentsCardProps {
  incidents: readonly ReportIncident[]
  total: number
  /** Of several projects each incident says which it is of. */
  namesProject: boolean
}

const FIRST = 7

/** The incidents of the time, worst first; each leads to its page. */
export const IncidentsCard = ({ incidents, total, namesProject }: IncidentsCardProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? incidents : incidents.slice(0, FIRST)
  return (
    <Card
      title={t('reports.incidents.title')}
      {...(total > 0 && { count: format.count(total) })}
      aside={<span className={styles.about}>{t('reports.incidents.worstFirst')}</span>}
    >
      {incidents.length === 0 && <p className={styles.note}>{t('reports.incidents.none')}</p>}
      <ol className={styles.list}>
        {shown.map((incident, index) => (
          <Line key={incident.id} incident={incident} number={index + 1} namesProject={namesProject} />
        ))}
      </ol>
      {incidents.length > FIRST && (
        <Button
          variant="subtle"
          className={styles.screenOnly ?? ''}
          onClick={() => setWhole(!isWhole)}
          aria-expanded={isWhole}
        >
          {isWhole ? t('reports.incidents.fewer') : t('reports.incidents.more', { count: incidents.length - FIRST })}
        </Button>
      )}
      {total > incidents.length && isWhole && (
        <p className={styles.note}>
          {t('reports.incidents.notAll', { number: format.count(incidents.length), total: format.count(total) })}
        </p>
      )}
    </Card>
  )
}

const Line = ({
  incident,
  number,
  namesProject,
}: {
  incident: ReportIncident
  number: number
  namesProject: boolean
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const { id, val, title, brief, projectName, durationMs, end, onset } = incident
  const duration = format.duration(durationMs)
  return (
    <li>
      <Link className={styles.incident ?? ''} to={`/incidents/${encodeURIComponent(id)}`} title={format.when(onset)}>
        <IncidentNumber number={number} />
        <SeverityMark val={val ?? 0} isMissingValue={val === null} words={words} isBare={val === null} />
        <span className={styles.text}>
          <b>{title}</b>
          <Unbroken text={briefSentence(brief, format.locale)} />
          {namesProject && (
            <>
              {' '}
              <span className={`${styles.muted} ${styles.project}`}>· {projectName}</span>
            </>
          )}
        </span>
        <span className={`${styles.muted} ${styles.end}`}>
          {end === null ? t('reports.incidents.soFar', { duration }) : duration}
        </span>
      </Link>
    </li>
  )
}
