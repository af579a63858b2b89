import type { ComparedFinding, ComparedMetric, Published, PublishedComparison } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { localeAtom } from '../../../lib/i18n/locale-atom.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { Unbroken } from '../../../ui/unbroken/unbroken.tsx'
import { Severity } from '../list/published-columns.tsx'
import styles from './compare-page.module.css'

/** Two published runs beside each other: what is new, gone or the same in the later one. */
export const ComparePage = () => {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const [a, b] = [parameters.get('a') ?? '', parameters.get('b') ?? '']
  const locale = useAtomValue(localeAtom)
  const comparison = useQuery({
    queryKey: queryKeys.published.compare(a, b, locale),
    queryFn: ({ signal }) => omen.published.compare(a, b, { signal }),
  })
  return (
    <Loaded
      query={comparison}
      skeleton={<RowsSkeleton />}
      failed={(error, onRetry) => (
        <PageFailed error={error} onRetry={onRetry} list={{ name: t('published.title'), path: '/published' }} />
      )}
    >
      {(data) => <Comparison comparison={data} />}
    </Loaded>
  )
}

const Comparison = ({ comparison }: { comparison: PublishedComparison }) => {
  const { t } = useTranslation()
  const { a, b, verdict, counts, severityChange, findings, metrics } = comparison
  const sign = severityChange > 0 ? '+' : severityChange === 0 ? '±' : ''
  return (
    <>
      <PageHead
        parent={<Link to="/published">{t('published.title')}</Link>}
        name={t('published.compare.title')}
        title={t(`published.compare.headline.${verdict}`, {
          change: `${sign}${severityChange.toFixed(1)}`,
          added: counts.new,
          gone: counts.gone,
          both: counts.both,
        })}
      />
      <div className={styles.runs}>
        <Run record={a} label={t('published.compare.before')} />
        <Run record={b} label={t('published.compare.after')} />
      </div>
      <Panel title={t('published.compare.findings')} flush>
        <Findings findings={findings} />
      </Panel>
      <Panel title={t('published.compare.metrics')} flush>
        <Metrics metrics={metrics} />
      </Panel>
    </>
  )
}

const Run = ({ record, label }: { record: Published; label: string }) => {
  const format = useFormat()
  const facts = [record.branch, record.commit].filter((one) => one !== undefined).join(' · ')
  return (
    <section className={styles.run} aria-label={label}>
      <span className="muted tiny">{label}</span>
      <Link to={`/published/${record.id}`} className="break">
        <b>{record.name}</b>
      </Link>
      <span className="muted tiny">
        {format.dateTime(record.publishedAt)}
        {facts !== '' && ` · ${facts}`}
      </span>
      <Severity record={record} />
    </section>
  )
}

const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(1))

const Findings = ({ findings }: { findings: readonly ComparedFinding[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<ComparedFinding & { key: string }>[] = [
    {
      id: 'state',
      header: t('published.compare.state'),
      cell: ({ state }) => <b data-state={state}>{t(`published.compare.states.${state}`)}</b>,
      isOneLine: true,
    },
    {
      id: 'what',
      header: t('published.compare.what'),
      cell: ({ title }) => (
        <span className="break">
          <Unbroken text={title} />
        </span>
      ),
    },
    {
      id: 'before',
      header: t('published.compare.before'),
      cell: ({ severityBefore }) => figure(severityBefore),
      align: 'end',
    },
    { id: 'after', header: t('published.compare.after'), cell: ({ severity }) => figure(severity), align: 'end' },
    {
      id: 'when',
      header: t('published.compare.when'),
      cell: ({ start, startBefore }) => format.dateTime(start ?? startBefore ?? 0),
      isOneLine: true,
      isHiddenOnPhone: true,
    },
  ]
  if (findings.length === 0) return <p className={styles.none}>{t('published.compare.none')}</p>
  return (
    <DataTable
      label={t('published.compare.findings')}
      columns={columns}
      rows={findings.map((one, index) => ({ ...one, key: String(index) }))}
      rowKey={({ key }) => key}
      isWhole
    />
  )
}

const Metrics = ({ metrics }: { metrics: readonly ComparedMetric[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<ComparedMetric>[] = [
    {
      id: 'metric',
      header: t('published.compare.metric'),
      cell: ({ metric }) => <span className="break">{metric}</span>,
      sortBy: ({ metric }) => metric,
    },
    {
      id: 'findings',
      header: t('published.compare.count'),
      cell: ({ findings, findingsBefore }) => `${format.count(findingsBefore)} → ${format.count(findings)}`,
      align: 'end',
      isOneLine: true,
    },
    {
      id: 'severity',
      header: t('published.list.severity'),
      cell: ({ severity, severityBefore }) => `${figure(severityBefore)} → ${figure(severity)}`,
      sortBy: ({ severity }) => severity,
      align: 'end',
      isOneLine: true,
    },
  ]
  if (metrics.length === 0) return <p className={styles.none}>{t('published.compare.none')}</p>
  return (
    <DataTable
      label={t('published.compare.metrics')}
      columns={columns}
      rows={metrics}
      rowKey={({ metric }) => metric}
      isWhole
    />
  )
}
