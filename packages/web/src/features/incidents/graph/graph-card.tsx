import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import type { IncidentDetail } from '@omen/sdk'
import { IconFilter, IconShare2, IconTable } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { oneOf } from '../../../lib/address/url-codecs.ts'
import { seriesTitle } from '../../../lib/format/series-title.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import styles from './graph.module.css'
import { GraphDrawing } from './graph-drawing.tsx'
import type { GraphEdge } from './graph-model.ts'

const STRENGTHS = ['0', '50', '75', '90'] as const
const strengthAtom = atomFromUrl('strength', oneOf(STRENGTHS, '50'), 'replace')

/** What moved before what, in this incident and earlier ones, as a graph or a table. */
export const GraphCard = ({ detail }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [strength, setStrength] = useAtom(strengthAtom)
  const [isTable, setTable] = useState(false)
  const { graph } = detail
  const others = Math.max(0, graph.incidents - 1)
  const minShare = Number(strength) / 100
  const hasStrong = graph.edges.some(({ share }) => share >= minShare)
  const turn = t(isTable ? 'incidents.graph.asGraph' : 'incidents.graph.asTable')
  return (
    <Card
      title={t('incidents.graph.title')}
      aside={
        graph.edges.length > 0 && (
          <span className={styles.aside}>
            <Menu position="bottom-end" width={160}>
              <Menu.Target>
                <Button
                  variant="default"
                  size="compact-xs"
                  leftSection={<IconFilter size={12} />}
                  aria-label={t('incidents.graph.filter', { level: t(`incidents.graph.levels.${strength}`) })}
                >
                  {t(`incidents.graph.levels.${strength}`)}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {STRENGTHS.map((one) => (
                  <Menu.Item
                    key={one}
                    aria-current={one === strength || undefined}
                    fw={one === strength ? 600 : 400}
                    onClick={() => setStrength(one)}
                  >
                    {t(`incidents.graph.levels.${one}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            <Tooltip label={turn}>
              <ActionIcon size={26} aria-label={turn} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
                {isTable ? <IconShare2 size={16} /> : <IconTable size={16} />}
              </ActionIcon>
            </Tooltip>
          </span>
        )
      }
    >
      {graph.edges.length === 0 ? (
        <p className={styles.none}>{t('incidents.graph.none')}</p>
      ) : !hasStrong ? (
        <p className={styles.none}>{t('incidents.graph.noneStrong')}</p>
      ) : isTable ? (
        <GraphTable graph={graph} minShare={minShare} />
      ) : (
        <>
          <p className={styles.from} data-tabular>
            {others === 0
              ? t('incidents.graph.fromThis')
              : t('incidents.graph.from', { count: others, number: format.count(others) })}
          </p>
          <GraphDrawing graph={graph} minShare={minShare} />
        </>
      )}
    </Card>
  )
}

/** The orders of the graph as rows, the most frequent first. */
const GraphTable = ({ graph, minShare }: { graph: IncidentDetail['graph']; minShare: number }) => {
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
      rows={graph.edges.filter(({ share }) => share >= minShare)}
      rowKey={({ from, to }) => `${from} ${to}`}
      initialSort={{ id: 'share', desc: true }}
      maxHeight="360px"
    />
  )
}
