import type { FrozenDetection, Published } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { AnalysisSkeleton } from '../../../findings/analysis-view/analysis-skeleton.tsx'
import { FrozenFindings } from '../../../findings/frozen/frozen-findings.tsx'
import { FrozenHead } from '../../../findings/frozen/frozen-head.tsx'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { Severity } from '../list/published-columns.tsx'
import { SeverityTrend } from '../list/severity-trend.tsx'
import { Ended } from './ended.tsx'
import { factsOf } from './facts-of.ts'
import { PublishedActions } from './published-actions.tsx'
import { publishedSource } from './published-source.ts'
import { usePublished } from './use-published.ts'

/** A published detection, for whoever may open it; its owner changes it here. */
export const PublishedPage = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { copy, record, hasEnded } = usePublished(id, undefined)
  if (hasEnded) return <Ended wasOpen />
  return (
    <Loaded
      query={copy}
      skeleton={<AnalysisSkeleton />}
      failed={(error, onRetry) => (
        <PageFailed error={error} onRetry={onRetry} list={{ name: t('published.title'), path: '/published' }} />
      )}
    >
      {({ detection, published }) => <Copy detection={detection} record={record ?? published} />}
    </Loaded>
  )
}

const Copy = ({ detection, record }: { detection: FrozenDetection; record: Published }) => {
  const { t } = useTranslation()
  const { id, name, description, publishedAt, origin } = record
  const visibility = t(record.expired ? 'published.expired' : `published.visibility.${record.visibility}`)
  const source = useMemo(() => publishedSource({ id, key: undefined }, origin === 'project'), [id, origin])
  return (
    <>
      <FrozenHead
        name={name}
        description={description}
        detection={detection}
        madeAt={publishedAt}
        facts={[{ name: t('published.facts.visibility'), value: visibility }, ...factsOf(record, t)]}
      >
        <PublishedActions record={record} detection={detection} />
      </FrozenHead>
      <FrozenFindings detection={detection} source={source} />
      <Runs record={record} />
    </>
  )
}

const PAGE_SIZE = 10

/** What was published with the same name and system, each run beside this one. */
const Runs = ({ record }: { record: Published }) => {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { id, trend = [] } = record
  const isSeries = trend.length > 1
  const runs = useQuery({
    queryKey: queryKeys.published.runs(id, page),
    queryFn: ({ signal }) => omen.published.runs(id, { page, pageSize: PAGE_SIZE }, { signal }),
    enabled: isSeries,
  })
  const columns = useRunColumns(record)
  if (!isSeries) return null
  return (
    <Panel title={t('published.runs.title')} actions={<SeverityTrend trend={trend} id={id} />} flush>
      <Loaded query={runs} skeleton={<RowsSkeleton />}>
        {(shown) => (
          <>
            <DataTable
              label={t('published.runs.title')}
              columns={columns}
              rows={shown.items}
              rowKey={(run) => run.id}
              isWhole={shown.total <= PAGE_SIZE}
            />
            <Pager page={shown.page} pageSize={shown.pageSize} total={shown.total} onPage={setPage} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const useRunColumns = (record: Published): Column<Published>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  /** The earlier run is compared with the later one. */
  const compared = (run: Published) =>
    run.publishedAt < record.publishedAt ? `a=${run.id}&b=${record.id}` : `a=${record.id}&b=${run.id}`
  return [
    {
      id: 'when',
      header: t('published.list.when'),
      cell: (run) =>
        run.id === record.id ? (
          <b>{format.dateTime(run.publishedAt)}</b>
        ) : (
          <Link to={`/published/${run.id}`}>{format.dateTime(run.publishedAt)}</Link>
        ),
      isOneLine: true,
    },
    { id: 'severity', header: t('published.list.severity'), cell: (run) => <Severity record={run} />, isOneLine: true },
    {
      id: 'commit',
      header: t('published.facts.commit'),
      cell: (run) => [run.branch, run.commit].filter((one) => one !== undefined).join(' · ') || '–',
      isHiddenOnPhone: true,
    },
    {
      id: 'compare',
      header: t('published.runs.compare'),
      isHeaderHidden: true,
      cell: (run) =>
        run.id === record.id ? (
          <span className="muted">{t('published.runs.this')}</span>
        ) : (
          <Link to={`/published/compare?${compared(run)}`}>{t('published.runs.compare')}</Link>
        ),
    },
  ]
}
