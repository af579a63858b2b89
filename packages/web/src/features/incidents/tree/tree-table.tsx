import type { IncidentDetail } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'

interface TreeRow {
  seriesId: string
  instance: string
  metric: string
  share: number
}

/** The areas as rows, the largest first. */
export const TreeTable = ({ tree }: { tree: IncidentDetail['tree'] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const total = tree.flatMap(({ metrics }) => metrics).reduce((sum, { weight }) => sum + weight, 0)
  const rows = tree.flatMap(({ instance, metrics }) =>
    metrics.map(({ metric, seriesId, weight }): TreeRow => ({ seriesId, instance, metric, share: weight / total })),
  )
  const columns: Column<TreeRow>[] = [
    {
      id: 'instance',
      header: t('incidents.tree.instance'),
      cell: ({ instance }) => <span className="break">{instance || t('incidents.tree.noInstance')}</span>,
      sortBy: ({ instance }) => instance,
    },
    {
      id: 'metric',
      header: t('incidents.tree.metric'),
      cell: ({ metric }) => <span className="break">{metric}</span>,
      sortBy: ({ metric }) => metric,
    },
    {
      id: 'share',
      header: t('incidents.tree.share'),
      align: 'end',
      isOneLine: true,
      cell: ({ share }) => format.share(share),
      sortBy: ({ share }) => share,
    },
  ]
  return (
    <DataTable
      label={t('incidents.tree.title')}
      columns={columns}
      rows={rows}
      rowKey={({ seriesId }) => seriesId}
      initialSort={{ id: 'share', desc: true }}
      maxHeight="360px"
    />
  )
}
