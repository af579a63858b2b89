import { ActionIcon, Tooltip } from '@mantine/core'
import type { Detection } from '@omen/sdk'
import { IconLayoutSidebarRightExpand } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { MetricGrid } from '../metrics/metric-grid.tsx'
import { SidePanel } from '../periods/side-panel.tsx'
import { periodIdAtom } from '../state/period-atom.ts'
import { sideAtom } from '../state/view-atoms.ts'
import { Summary } from '../summary/summary.tsx'
import styles from './analysis-view.module.css'

/** Findings on metrics: the anomaly degree, a chart per metric, and the periods and gaps beside them. */
export const AnalysisView = ({ detection }: { detection: Detection }) => {
  const periodId = useAtomValue(periodIdAtom)
  const side = useAtomValue(sideAtom)
  const period = detection.periods.find(({ id }) => id === periodId) ?? null
  return (
    <div className={styles.body} data-side={side}>
      <div className={styles.charts}>
        <Summary detection={detection} />
        <MetricGrid detection={detection} period={period} />
      </div>
      {side === 'none' ? <ShowSide /> : <SidePanel detection={detection} period={period} />}
    </div>
  )
}

const ShowSide = () => {
  const { t } = useTranslation()
  const [, setSide] = useAtom(sideAtom)
  return (
    <div className={styles.show}>
      <Tooltip label={t('analysis.periods.show')} position="left">
        <ActionIcon variant="default" aria-label={t('analysis.periods.show')} onClick={() => setSide('periods')}>
          <IconLayoutSidebarRightExpand size={18} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
