import type { ListedIncident, LogAnalysis } from '@omen/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { shortName } from '../../../lib/format/short-name.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { metricAtom } from '../state/log-atoms.ts'
import type { Shown } from '../state/use-shown.ts'
import { metricsOf } from './metric-lines.ts'
import { MetricSelect, MetricsProjectSelect } from './metric-selects.tsx'
import { CHART_HEIGHT, MetricView } from './metric-view.tsx'
import styles from './metrics.module.css'
import { incidentsQuery, LISTED, metricsQuery } from './metrics-query.ts'

interface MetricsCardProps {
  data: LogAnalysis
  shown: Shown
  /** The project whose metrics are shown; empty for none. */
  address: string
}

/** A metric on the axis of the timeline, and the incidents that lie in the part of the time that is selected. */
export const MetricsCard = ({ data, shown, address }: MetricsCardProps) => {
  const { t } = useTranslation()
  const { from, to } = data
  const time = useMemo(() => ({ from, to }), [from, to])
  const { source } = shown.filter
  const own = source.kind === 'project' ? source.address : ''
  return (
    <Card title={t('logs.metrics.title')} aside={<MetricsProjectSelect address={address} />}>
      {address === '' ? (
        <p className={styles.none}>{t('logs.metrics.none')}</p>
      ) : (
        <Metrics key={address} address={address} time={time} data={data} selection={shown.selection} />
      )}
      <IncidentsThen addresses={[address, own]} part={shown.selection ?? time} isPart={shown.selection !== null} />
    </Card>
  )
}

interface MetricsProps {
  address: string
  time: Range
  data: LogAnalysis
  selection: Range | null
}

const Metrics = ({ address, time, data, selection }: MetricsProps) => {
  const { t } = useTranslation()
  const wanted = useAtomValue(metricAtom)
  const found = useQuery(metricsQuery(address, time))
  const metrics = useMemo(() => (found.data === undefined ? [] : metricsOf(found.data)), [found.data])
  const metric = metrics.find((one) => one.metric === wanted) ?? metrics[0]
  return (
    <Loaded query={found} skeleton={<BlockSkeleton height={CHART_HEIGHT + 40} />}>
      {({ incidents }) =>
        metric === undefined ? (
          <p className={styles.none}>{t('logs.metrics.noSeries')}</p>
        ) : (
          <MetricView
            address={address}
            time={time}
            data={data}
            selection={selection}
            metric={metric}
            incidents={incidents}
            picker={<MetricSelect metrics={metrics} metric={metric} />}
          />
        )
      }
    </Loaded>
  )
}

/** The longest time that incidents are listed of. */
const LONGEST_MS = 1_830 * 86_400_000

interface IncidentsThenProps {
  /** Projects whose incidents are meant; empty ones count for nothing. */
  addresses: readonly string[]
  part: Range
  /** A part of the time was selected: that nothing happened then is said. */
  isPart: boolean
}

/** The worst incidents of a time, each with the way to it. */
const IncidentsThen = ({ addresses, part, isPart }: IncidentsThenProps) => {
  const { t } = useTranslation()
  const asked = part.to - part.from <= LONGEST_MS ? [...new Set(addresses)].filter((address) => address !== '') : []
  const lists = useQueries({ queries: asked.map((address) => incidentsQuery(address, part)) })
  const found = lists.flatMap(({ data }) => data?.incidents ?? [])
  const total = lists.reduce((sum, { data }) => sum + (data?.page.total ?? 0), 0)
  const shown = found.toSorted((a, b) => Math.abs(b.val ?? 0) - Math.abs(a.val ?? 0)).slice(0, LISTED)
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
