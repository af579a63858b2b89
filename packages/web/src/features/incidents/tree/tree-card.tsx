import { ActionIcon, Tooltip } from '@mantine/core'
import { severityColor, useWidth } from '@omen/charts'
import type { IncidentDetail } from '@omen/sdk'
import { IconLayoutBoard, IconTable } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import styles from './tree.module.css'
import { type FoldedTree, foldTree, type TreeGroup, type TreeLeaf, treeBoxes } from './tree-model.ts'
import { TreeTable } from './tree-table.tsx'

/** Which instances and metrics had part in it, by how much, as a map of areas or a table. */
export const TreeCard = ({ detail }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const folded = useMemo(() => foldTree(detail.tree), [detail.tree])
  const isEmpty = folded.total <= 0
  const turn = t(isTable ? 'incidents.tree.asMap' : 'incidents.tree.asTable')
  return (
    <Card
      title={t('incidents.tree.title')}
      aside={
        !isEmpty && (
          <span className={styles.aside}>
            <span className={styles.text}>{t('incidents.tree.text')}</span>
            <Tooltip label={turn}>
              <ActionIcon size={26} aria-label={turn} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
                {isTable ? <IconLayoutBoard size={16} /> : <IconTable size={16} />}
              </ActionIcon>
            </Tooltip>
          </span>
        )
      }
    >
      {isEmpty ? (
        <p className={styles.none}>{t('incidents.tree.none')}</p>
      ) : isTable ? (
        <TreeTable tree={detail.tree} folded={folded} />
      ) : (
        <TreeMap tree={folded} series={detail.series} val={detail.incident.val} />
      )}
    </Card>
  )
}

const HEIGHT = 220
/** A box narrower or lower than this has no room for its name, px. */
const ROOM = { width: 40, height: 20 }

interface TreeMapProps {
  tree: FoldedTree
  series: IncidentDetail['series']
  /** Severity of the incident. */
  val: number | null
}

/** A list of instances and their metrics, laid out as areas. */
const TreeMap = ({ tree, series, val }: TreeMapProps) => {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const groups = useMemo(() => treeBoxes(tree, { width, height: HEIGHT }), [tree, width])
  const moved = new Map(series.map(({ seriesId, firstAt, side }) => [seriesId, firstAt === null ? 0 : side]))
  return (
    <div ref={box} className={styles.drawing} style={{ height: HEIGHT }} data-part="drawing">
      <ul className={styles.groups} aria-label={t('incidents.tree.title')}>
        {groups.map((group) => (
          <Group key={`${group.others ?? ''} ${group.instance}`} group={group} moved={moved} val={val} />
        ))}
      </ul>
    </div>
  )
}

interface GroupProps {
  group: TreeGroup
  moved: ReadonlyMap<string, number>
  val: number | null
}

const Group = ({ group, moved, val }: GroupProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { instance, others, share, leaves, x, y, width } = group
  const name =
    others === undefined ? instance || t('incidents.tree.noInstance') : t('incidents.tree.others', { count: others })
  return (
    <li>
      <span className={styles.instance} style={{ left: x, top: y, width }} title={`${name} · ${format.share(share)}`}>
        {name}
      </span>
      <ul>
        {leaves.map((leaf) => (
          <Leaf key={leaf.seriesId} leaf={leaf} instance={name} side={moved.get(leaf.seriesId) ?? 0} val={val} />
        ))}
      </ul>
    </li>
  )
}

const Leaf = ({
  leaf,
  instance,
  side,
  val,
}: {
  leaf: TreeLeaf
  instance: string
  side: number
  val: number | null
}) => {
  const format = useFormat()
  const { metric, share, x, y, width, height: leafHeight } = leaf
  const color = side === 0 || val === null ? undefined : severityColor(side * Math.abs(val))
  const hasRoom = width >= ROOM.width && leafHeight >= ROOM.height
  return (
    <li
      className={styles.leaf}
      style={{
        left: x,
        top: y,
        width,
        height: leafHeight,
        ...(color !== undefined && { background: `color-mix(in srgb, ${color} 26%, var(--omen-panel))` }),
      }}
      title={[metric, instance, format.share(share)].filter(Boolean).join(' · ')}
    >
      <span className={hasRoom ? styles.metric : 'visually-hidden'}>{metric}</span>
      <span className={hasRoom && leafHeight >= 2 * ROOM.height ? styles.share : 'visually-hidden'}>
        {format.share(share)}
      </span>
    </li>
  )
}
