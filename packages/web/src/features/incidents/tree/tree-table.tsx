import { Button } from '@mantine/core'
import type { IncidentDetail } from '@omen/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import styles from './tree.module.css'
import type { FoldedTree } from './tree-model.ts'

interface TreeRow {
  key: string
  instance: string
  metric: string
  share: number
}

interface TreeTableProps {
  tree: IncidentDetail['tree']
  folded: FoldedTree
}

/** The areas as rows, the largest first, or every instance. */
export const TreeTable = ({ tree, folded }: TreeTableProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  const { largest, others, total } = folded
  const rows = (isWhole ? tree : largest).flatMap(({ instance, metrics }) =>
    metrics.map(
      ({ metric, seriesId, weight }): TreeRow => ({
        key: seriesId,
        metric,
        share: weight / total,
        instance: instance || t('incidents.tree.noInstance'),
      }),
    ),
  )
  const rest: TreeRow = {
    key: '',
    metric: '',
    share: others.weight / total,
    instance: t('incidents.tree.others', { count: others.count }),
  }
  const columns: Column<TreeRow>[] = [
    {
      id: 'instance',
      header: t('incidents.tree.instance'),
      cell: ({ instance }) => <span className="break">{instance}</span>,
      sortBy: ({ instance }) => instance,
    },
    {
      id: 'metric',
      header: t('incidents.tree.metric'),
      cell: ({ metric }) => <span className="break">{metric || '–'}</span>,
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
    <>
      <DataTable
        label={t('incidents.tree.title')}
        columns={columns}
        rows={isWhole || others.count === 0 ? rows : [...rows, rest]}
        rowKey={({ key }) => key}
        initialSort={{ id: 'share', desc: true }}
        maxHeight="360px"
      />
      {others.count > 0 && (
        <div className={styles.foot}>
          <Button size="xs" variant="default" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
            {isWhole ? t('incidents.tree.fewer') : t('incidents.tree.all', { count: largest.length + others.count })}
          </Button>
        </div>
      )}
    </>
  )
}
