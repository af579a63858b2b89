import type { Preview } from '@omen/sdk'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import styles from './preview.module.css'
import { columnsByMetric, type MetricColumns } from './preview-model.ts'

const SHOWN_INSTANCES = 12

export const ColumnList = ({ preview }: { preview: Preview }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const metrics = useMemo(() => columnsByMetric(preview.columns), [preview.columns])
  const hasServices = metrics.some((metric) => metric.services.length > 0)
  const columns: Column<MetricColumns>[] = [
    {
      id: 'metric',
      header: t('files.preview.metric'),
      cell: (row) => <b className="break">{row.metric}</b>,
      sortBy: (row) => row.metric,
    },
    {
      id: 'instances',
      header: t('files.preview.instances'),
      cell: (row) => <Instances names={row.instances} />,
      sortBy: (row) => row.instances.length,
    },
    {
      id: 'group',
      header: t('files.preview.group'),
      cell: (row) => row.groups.join(', ') || <None />,
      sortBy: (row) => row.groups.join() || null,
    },
    ...(hasServices
      ? [
          {
            id: 'service',
            header: t('files.preview.service'),
            cell: (row: MetricColumns) => row.services.join(', ') || <None />,
          },
        ]
      : []),
  ]
  const { length } = preview.columns
  return (
    <Panel title={t('files.preview.columns')} flush>
      {preview.columnCount > length && (
        <p className={styles.under}>
          {t('files.preview.moreColumns', { shown: format.count(length), total: format.count(preview.columnCount) })}
        </p>
      )}
      <DataTable
        label={t('files.preview.columns')}
        columns={columns}
        rows={metrics}
        rowKey={(row) => row.metric}
        maxHeight="420px"
      />
    </Panel>
  )
}

const None = () => {
  const { t } = useTranslation()
  return <span className="muted">{t('files.preview.noGroup')}</span>
}

const Instances = ({ names }: { names: string[] }) => {
  const { t } = useTranslation()
  const more = names.length - SHOWN_INSTANCES
  return (
    <span className="break">
      {names.slice(0, SHOWN_INSTANCES).join(', ')}
      {more > 0 && <span className="muted"> {t('files.preview.more', { count: more })}</span>}
    </span>
  )
}
