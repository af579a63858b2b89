import { FindingSpark } from '@omen/charts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { IncidentDecision } from '../../../findings/incidents/incident-decision.tsx'
import { briefSentence } from '../../../findings/incidents/incident-model.ts'
import { IncidentNumber } from '../../../findings/incidents/incident-number.tsx'
import { useNearView } from '../../../findings/metric-chart/use-near-view.ts'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { shortName } from '../../../lib/format/short-name.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import { leadQuery } from '../state/dashboard-query.ts'
import type { NumberedIncident } from '../state/numbered.ts'
import styles from './incidents-card.module.css'

const MINUTE_MS = 60_000
/** How far the spark line of an incident that lasts moves on at a time. */
const STEP_MS = 5 * MINUTE_MS

/** An incident with some time before it, and after it where there is some. */
const timeAround = ({ onset, end }: NumberedIncident, now: number): Range => {
  const last = end ?? Math.ceil(now / STEP_MS) * STEP_MS
  const room = Math.max(10 * MINUTE_MS, (last - onset) / 2)
  return { from: Math.round(onset - room), to: Math.round(end === null ? last : Math.min(last + room / 2, now)) }
}

const changedKeys = (address: string) => [['dashboard'], queryKeys.project.all(address)]

interface IncidentLineProps {
  incident: NumberedIncident
  now: number
  /** Of a project that the user works with, not a demo. */
  isOwn: boolean
}

/** An incident in three lines beside the spark line of its leading series; leads to its page. */
export const IncidentLine = ({ incident, now, isOwn }: IncidentLineProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const { number, projectName, onset, end, val, title, brief, id, address } = incident
  const range = timeAround(incident, now)
  const duration = format.duration(incident.durationMs ?? Math.max(0, now - onset))
  return (
    <li>
      <Link className={styles.line ?? ''} to={incidentPath(id)}>
        <IncidentNumber number={number} />
        <span className={styles.body}>
          <span className={styles.titleLine}>
            <SeverityMark val={val ?? 0} isMissingValue={val === null} words={words} isBare={val === null} />
            <span className={styles.incident} title={title}>
              {title}
            </span>
          </span>
          <span className={styles.when} title={projectName} data-tabular>
            {shortName(projectName)} ·{' '}
            {t(end === null ? 'dashboard.incidents.openSince' : 'dashboard.incidents.since', {
              when: format.clock(onset),
              duration,
            })}
          </span>
          <span className={styles.brief} title={brief}>
            {briefSentence(brief, format.locale)}
          </span>
        </span>
        <Spark incident={incident} range={range} now={now} />
      </Link>
      {isOwn && incident.state !== 'resolved' && (
        <IncidentDecision
          incident={incident}
          isAcknowledged={incident.state === 'acknowledged'}
          className={styles.decision}
          changedKeys={changedKeys(address)}
        />
      )}
    </li>
  )
}

const SIZE = { width: 88, height: 36 }

const Spark = ({ incident, range, now }: { incident: NumberedIncident; range: Range; now: number }) => {
  const box = useRef<HTMLSpanElement>(null)
  const isNear = useNearView(box)
  const { tokens } = useChartSetup()
  const { address, leadSeries, onset, end, val } = incident
  const lead = leadSeries ?? { metric: '', instance: '' }
  const { data } = useQuery({ ...leadQuery(address, lead, range), enabled: isNear && leadSeries !== null })
  return (
    <span ref={box} className={styles.spark} aria-hidden>
      {data?.line !== undefined && (
        <FindingSpark
          times={data.times}
          min={data.line.min}
          max={data.line.max}
          low={data.line.low}
          high={data.line.high}
          domain={range}
          finding={{ start: onset, end: end ?? now, val }}
          {...SIZE}
          tokens={tokens}
        />
      )}
    </span>
  )
}
