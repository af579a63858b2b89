import type { IncidentDetail } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { seriesTitle } from '../../../lib/format/series-title.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { GraphEdge } from './graph-model.ts'

/** The orders of the graph as rows, the most frequent first. */
export const GraphTable = ({ graph, least }: { graph: IncidentDetail['graph']; least: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const names = new Map(graph.nodes.map((node) => [node.seriesId, seriesTitle(node, t)]))
  const nameOf = (id: string) => names.get(id) ?? id
  const columns: Column<GraphEdge>[] = [
    {
      id: 'before',
      header: t('incidents.graph.before'),
      cell: ({ from }) => <span className="break">{nameOf(from)}</span>,
      sortBy: ({ from }) => nameOf(from),
    },
    {
      id: 'after',
      header: t('incidents.graph.after'),
      cell: ({ to }) => <span className="break">{nameOf(to)}</span>,
      sortBy: ({ to }) => nameOf(to),
    },
    {
      id: 'share',
      header: t('incidents.graph.share'),
      align: 'end',
      isOneLine: true,
      cell: ({ share, times, of }) => `${format.share(share)} (${format.count(times)}/${format.count(of)})`,
      sortBy: ({ share }) => share,
    },
    {
      id: 'lag',
      header: t('incidents.graph.lag'),
      align: 'end',
      isOneLine: true,
      cell: ({ lagMs }) => format.duration(lagMs),
      sortBy: ({ lagMs }) => lagMs,
    },
  ]
  return (
    <DataTable
      label={t('incidents.graph.title')}
      columns={columns}
      rows={graph.edges.filter(({ share }) => share >= least)}
      rowKey={({ from, to }) => `${from} ${to}`}
      initialSort={{ id: 'share', desc: true }}
      maxHeight="360px"
    />
  )
}
