import type { ListedIncident } from '@omen/sdk'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { shortName } from '../../../lib/format/short-name.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import styles from './metrics.module.css'
import { incidentsQuery, listed } from './metrics-query.ts'

/** The longest time that incidents are listed of. */
const longestMs = 1_830 * 86_400_000

interface IncidentsThenProps {
  /** Projects whose incidents are meant; empty ones count for nothing. */
  addresses: readonly string[]
  part: Range
  /** A part of the time was selected: that nothing happened then is said. */
  isPart: boolean
}

/** The worst incidents of a time, each with the way to it. */
export const IncidentsThen = ({ addresses, part, isPart }: IncidentsThenProps) => {
  const { t } = useTranslation()
  const asked = part.to - part.from <= longestMs ? [...new Set(addresses)].filter((address) => address !== '') : []
  const lists = useQueries({ queries: asked.map((address) => incidentsQuery(address, part)) })
  const found = lists.flatMap(({ data }) => data?.incidents ?? [])
  const total = lists.reduce((sum, { data }) => sum + (data?.page.total ?? 0), 0)
  const shown = found.toSorted((a, b) => Math.abs(b.val ?? 0) - Math.abs(a.val ?? 0)).slice(0, listed)
  if (shown.length === 0) {
    const isKnown = isPart && lists.length > 0 && lists.every(({ data }) => data !== undefined)
    return isKnown && <p className={styles.none}>{t('logs.metrics.quiet')}</p>
  }
  return (
    <ul className={styles.incidents} aria-label={t('logs.metrics.incidents')}>
      {shown.map((incident) => (
        <Incident key={incident.id} incident={incident} />
      ))}
      {total > shown.length && (
        <li className="muted">{t('logs.metrics.moreIncidents', { count: total - shown.length })}</li>
      )}
    </ul>
  )
}

const Incident = ({ incident }: { incident: ListedIncident }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const { id, title, val, onset, end, projectName } = incident
  return (
    <li className={styles.incident}>
      <SeverityMark val={val ?? 0} isMissingValue={val === null} words={words} />
      <Link className={styles.name} to={incidentPath(id)} title={title}>
        {title}
      </Link>
      <span className="muted" title={projectName} data-tabular>
        {shortName(projectName)} ·{' '}
        {end === null ? t('logs.metrics.openSince', { when: format.when(onset) }) : format.range(onset, end)}
      </span>
    </li>
  )
}
