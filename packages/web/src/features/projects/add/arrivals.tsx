import { formatSpan } from '@omen/charts'
import type { Project, ProjectData, ProjectSeries } from '@omen/sdk'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { bucketsOver, defaultSpan, SPAN_MS } from '../../../lib/time/span.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { latestTime, type ShownData } from '../data/data-query.ts'
import { LineList } from '../data/log-panels.tsx'
import { ProjectChart } from '../data/project-chart.tsx'
import { latestOf, metricsOf, type ProjectMetric, samplesIn } from '../data/project-lines.ts'
import { samplingMsOf } from '../form/sampling.ts'
import styles from './add-project.module.css'

interface ArrivalsProps {
  project: Project
  address: string
  everyMs: number
}

/** Series listed at most. */
const LISTED = 20
const BUCKETS = 200
const CHART_HEIGHT = 160

/** Counts, a chart and the latest values of what arrives, without reloading. */
export const Arrivals = ({ project, address, everyMs }: ArrivalsProps) => {
  const { t } = useTranslation()
  const { from, to, samplingInterval, firstDataAt } = project
  const samplingMs = samplingMsOf(samplingInterval)
  const time = latestTime({ to }, SPAN_MS[defaultSpan(samplingMs)], Date.now())
  const arrived = useQuery({
    queryKey: queryKeys.project.arrivals(address),
    queryFn: async ({ signal }) => {
      const now = Date.now()
      const range = typeof time === 'number' ? { from: now - time, to: now } : time
      const { bucketMs: _, ...asked } = bucketsOver(range, samplingMs, BUCKETS)
      const all = { from: Math.min(from ?? now, asked.from), to: Math.max(now, asked.to), buckets: 1 }
      const [latest, whole] = await Promise.all([
        omen.projects.data(address, asked, { signal }),
        omen.projects.data(address, all, { signal }),
      ])
      return { latest, samples: samplesIn(whole.series) }
    },
    enabled: firstDataAt !== null,
    refetchInterval: pollEvery(everyMs),
  })
  if (firstDataAt === null) {
    return (
      <div role="status">
        <EmptyState
          icon={<IconPlugConnected size={24} />}
          title={t('projects.arrivals.waiting')}
          text={t('projects.arrivals.waitingText')}
        />
      </div>
    )
  }
  const shown: ShownData = { address, samplingMs, time, metrics: [], instances: [] }
  return (
    <Loaded query={arrived} skeleton={<RowsSkeleton rows={4} />}>
      {({ latest, samples }) => <Arrived project={project} data={latest} samples={samples} shown={shown} />}
    </Loaded>
  )
}

interface ArrivedProps {
  project: Project
  data: ProjectData
  /** Samples, or log lines, so far. */
  samples: number
  shown: ShownData
}

const Arrived = ({ project, data, samples, shown }: ArrivedProps) => {
  const { t } = useTranslation()
  const metrics = useMemo(() => metricsOf(data.series), [data.series])
  const isLog = project.dataType === 'Log'
  const lead = metrics[0]
  return (
    <div className="stack">
      <p className={styles.figures} role="status">
        <span className={styles.figure}>
          {t(isLog ? 'projects.arrivals.lines' : 'projects.arrivals.count', { count: samples })}
        </span>
        {!isLog && <span>{t('projects.arrivals.series', { count: data.seriesTotal })}</span>}
      </p>
      {lead && (
        <ProjectChart
          shown={shown}
          full={{ from: data.from, to: data.to }}
          metric={lead}
          isLead={false}
          height={CHART_HEIGHT}
        />
      )}
      {isLog ? <LineList lines={data.lines ?? []} /> : <Series data={data} metrics={metrics} />}
    </div>
  )
}

const Series = ({ data, metrics }: { data: ProjectData; metrics: readonly ProjectMetric[] }) => {
  const { t } = useTranslation()
  const columns = useArrivalColumns(data)
  const rows = metrics.flatMap(({ series }) => series).slice(0, LISTED)
  return (
    <>
      <DataTable
        label={t('projects.arrivals.label')}
        columns={columns}
        rows={rows}
        rowKey={(one) => one.seriesId}
        isWhole={rows.length === data.seriesTotal}
      />
      {rows.length < data.seriesTotal && (
        <p className="small muted" style={{ margin: 0 }}>
          {t('projects.arrivals.more', { shown: rows.length, all: data.seriesTotal })}
        </p>
      )}
    </>
  )
}

const useArrivalColumns = (data: ProjectData): Column<ProjectSeries>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      id: 'metric',
      header: t('projects.arrivals.metric'),
      cell: ({ metric }) => <span className="break">{metric}</span>,
      sortBy: ({ metric }) => metric,
    },
    {
      id: 'instance',
      header: t('projects.arrivals.instance'),
      cell: ({ instance }) => (instance === '' ? <span className="muted">–</span> : instance),
      sortBy: ({ instance }) => instance,
    },
    {
      id: 'value',
      header: t('projects.arrivals.value'),
      align: 'end',
      isOneLine: true,
      cell: (one) => {
        const latest = latestOf(data, one)
        return latest === null ? '–' : formatSpan(latest.low, latest.high, one.unit ?? '', format.locale)
      },
    },
    {
      id: 'samples',
      header: t('projects.arrivals.samples'),
      align: 'end',
      isHiddenOnPhone: true,
      cell: (one) => format.count(samplesIn([one])),
      sortBy: (one) => samplesIn([one]),
    },
    {
      id: 'seen',
      header: t('projects.arrivals.seen'),
      isOneLine: true,
      isHiddenOnPhone: true,
      cell: (one) => {
        const latest = latestOf(data, one)
        return latest === null ? '–' : <TimeText time={latest.time} />
      },
      sortBy: (one) => latestOf(data, one)?.time ?? null,
    },
  ]
}
