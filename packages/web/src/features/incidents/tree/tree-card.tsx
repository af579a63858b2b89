import { ActionIcon, Tooltip } from '@mantine/core'
import type { IncidentDetail } from '@omen/sdk'
import { IconLayoutBoard, IconTable } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card/card.tsx'
import styles from './tree.module.css'
import { TreeMap } from './tree-map.tsx'
import { foldTree } from './tree-model.ts'
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
