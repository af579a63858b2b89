import { Button, UnstyledButton } from '@mantine/core'
import type { Incident, LiveAnalysis, Project, ProjectData } from '@omen/sdk'
import { IconChartLine, IconFileText, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { IncidentTime, IncidentTitle } from '../../../findings/incidents/incident-head.tsx'
import { findingSentence } from '../../../findings/incidents/incident-model.ts'
import { IncidentNumber } from '../../../findings/incidents/incident-number.tsx'
import { ChartGrid } from '../../../findings/metrics/chart-grid.tsx'
import { rangeAtom } from '../../../findings/state/range-atoms.ts'
import { enterViewAtom, selectAtom } from '../../../findings/state/selection-atoms.ts'
import { around } from '../../../findings/state/zoom-history.ts'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { defaultSpan, SPAN_MS } from '../../../lib/time/span.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { samplingMsOf } from '../form/sampling.ts'
import { instancesAtom, metricsAtom, spanAtom } from './data-atoms.ts'
import { DataFilter } from './data-filter.tsx'
import { findingsQuery, type ShownData, seriesQuery } from './data-query.ts'
import styles from './data-tab.module.css'
import { LogPanels } from './log-panels.tsx'
import { ProjectChart } from './project-chart.tsx'
import { metricsOf, samplesIn } from './project-lines.ts'

const HEIGHTS = { lead: 232, other: 148 }

interface DataTabProps {
  project: Project
  address: string
  /** Leads on where nothing has arrived yet. */
  whenEmpty?: ReactNode
}

/** What a project has received: a chart a metric, in a time that moves on with the clock or stands still. */
export const DataTab = ({ project, address, whenEmpty }: DataTabProps) => {
  const { t } = useTranslation()
  const enter = useSetAtom(enterViewAtom)
  useEffect(() => enter(), [enter])
  if (project.firstDataAt === null) {
    return (
      <Panel label={t('projects.page.tabs.data')}>
        <EmptyState icon={<IconChartLine size={24} />} text={t('projects.data.noneYet')} action={whenEmpty} />
      </Panel>
    )
  }
  return <Data project={project} address={address} />
}

const useShown = ({ samplingInterval }: Project, address: string): ShownData => {
  const samplingMs = samplingMsOf(samplingInterval)
  const span = useAtomValue(spanAtom) || defaultSpan(samplingMs)
  const range = useAtomValue(rangeAtom)
  const metrics = useAtomValue(metricsAtom)
  const instances = useAtomValue(instancesAtom)
  return { address, samplingMs, time: range ?? SPAN_MS[span], metrics, instances }
}

const Data = ({ project, address }: { project: Project; address: string }) => {
  const { t } = useTranslation()
  const shown = useShown(project, address)
  const { locale } = useFormat()
  const received = useQuery(seriesQuery(shown))
  const found = useQuery(findingsQuery(shown, locale))
  return (
    <div className="stack">
      <h2 className="visually-hidden">{t('projects.page.tabs.data')}</h2>
      <DataFilter shown={shown} defaultSpan={defaultSpan(shown.samplingMs)} />
      <Loaded query={received} skeleton={<BlockSkeleton height={HEIGHTS.lead} />}>
        {(data) => <Charts project={project} shown={shown} data={data} found={found.data} />}
      </Loaded>
    </div>
  )
}

interface ChartsProps {
  project: Project
  shown: ShownData
  data: ProjectData
  /** Undefined while it loads. */
  found: LiveAnalysis | undefined
}

const Charts = ({ project, shown, data, found }: ChartsProps) => {
  const { t } = useTranslation()
  const count = samplesIn(data.series)
  const metrics = useMemo(() => metricsOf(data.series.filter((one) => (one.count[0] ?? 0) > 0)), [data.series])
  const full: Range = { from: Math.min(project.from ?? data.from, data.from), to: Math.max(project.to ?? 0, data.to) }
  if (metrics.length === 0) return <Nothing project={project} shown={shown} hasSeries={data.series.length > 0} />
  return (
    <>
      <p className={styles.facts}>
        <span data-tabular>{t('projects.data.loaded', { count })}</span>
        {data.series.length < data.seriesTotal && (
          <span>{t('projects.data.first', { shown: data.series.length, all: data.seriesTotal })}</span>
        )}
      </p>
      {found !== undefined && <IncidentsPanel found={found} full={full} />}
      <ChartGrid>
        {metrics.map((metric, index) => (
          <ProjectChart
            key={metric.name}
            shown={shown}
            full={full}
            metric={metric}
            found={found}
            isLead={index === 0}
            height={index === 0 ? HEIGHTS.lead : HEIGHTS.other}
          />
        ))}
      </ChartGrid>
      {project.dataType === 'Log' && <LogPanels data={data} />}
    </>
  )
}

/** Why there is no chart, and the way to one. */
const Nothing = ({ project, shown, hasSeries }: { project: Project; shown: ShownData; hasSeries: boolean }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const select = useSetAtom(selectAtom)
  const [, setMetrics] = useAtom(metricsAtom)
  const [, setInstances] = useAtom(instancesAtom)
  const { to, dataType } = project
  const span = typeof shown.time === 'number' ? shown.time : shown.time.to - shown.time.from
  const isFiltered = !hasSeries && shown.metrics.length + shown.instances.length > 0
  if (dataType === 'Log' && !hasSeries && !isFiltered && to !== null) {
    return (
      <Panel label={t('projects.page.tabs.data')}>
        <EmptyState
          icon={<IconFileText size={24} />}
          text={t('projects.data.linesArrived', { when: format.dateTime(to) })}
        />
      </Panel>
    )
  }
  if (isFiltered) {
    const clear = () => {
      setMetrics([])
      setInstances([])
    }
    return (
      <Panel label={t('projects.page.tabs.data')}>
        <EmptyState
          icon={<IconFilterOff size={24} />}
          text={t('projects.data.noneFits')}
          action={
            <Button variant="default" onClick={clear}>
              {t('projects.data.clear')}
            </Button>
          }
        />
      </Panel>
    )
  }
  return (
    <Panel label={t('projects.page.tabs.data')}>
      <EmptyState
        icon={<IconChartLine size={24} />}
        text={to === null ? t('projects.data.noneNow') : t('projects.data.noneNowSince', { when: format.dateTime(to) })}
        action={
          to !== null && (
            <Button onClick={() => select({ incidentId: null, range: { from: to - span, to } })}>
              {t('projects.data.toLatest')}
            </Button>
          )
        }
      />
    </Panel>
  )
}

interface IncidentsPanelProps {
  found: LiveAnalysis
  /** Limit of the time that an incident is shown in. */
  full: Range
}

/** What detection has found in the time shown, the worst first; a click shows an incident with some time around it. */
const IncidentsPanel = ({ found, full }: IncidentsPanelProps) => {
  const { t } = useTranslation()
  const { incidents } = found
  if (incidents.length === 0) return null
  return (
    <Panel title={t('projects.data.incidents', { count: incidents.length })} flush>
      <ul className={styles.incidents}>
        {incidents.map((incident) => (
          <Row key={incident.id} incident={incident} found={found} full={full} />
        ))}
      </ul>
    </Panel>
  )
}

const Row = ({ incident, found, full }: IncidentsPanelProps & { incident: Incident }) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const select = useSetAtom(selectAtom)
  const { stepMs, from, to } = found
  return (
    <li>
      <UnstyledButton
        className={styles.incident ?? ''}
        title={t('analysis.incidents.show', { number: incident.number })}
        onClick={() => select({ incidentId: incident.id, range: around(incident, full, stepMs) })}
      >
        <IncidentNumber number={incident.number} />
        <span className={styles.incidentBody}>
          <IncidentTitle incident={incident} />
          <IncidentTime incident={incident} analysis={{ intervalMs: stepMs, from, to }} />
          <span>{findingSentence(incident.sentence, locale)}</span>
        </span>
      </UnstyledButton>
    </li>
  )
}
