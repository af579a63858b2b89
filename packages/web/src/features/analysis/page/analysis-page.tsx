import { ActionIcon, Tooltip } from '@mantine/core'
import type { Detection } from '@omen/sdk'
import { IconLayoutSidebarRightExpand } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { PageSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { AnalysisHead } from '../head/analysis-head.tsx'
import { MetricGrid } from '../metrics/metric-grid.tsx'
import { SidePanel } from '../periods/side-panel.tsx'
import { detectionAtom, periodIdAtom } from '../state/detection-atoms.ts'
import { sideAtom } from '../state/view-atoms.ts'
import { Summary } from '../summary/summary.tsx'
import styles from './analysis-page.module.css'

/** What a detection found: is something wrong, since when, where, and how sure. */
export const AnalysisPage = () => {
  const detection = useAtomValue(detectionAtom)
  return (
    <Loaded query={detection} skeleton={<PageSkeleton />}>
      {(data) => <Analysis key={data.id} detection={data} />}
    </Loaded>
  )
}

const Analysis = ({ detection }: { detection: Detection }) => {
  const periodId = useAtomValue(periodIdAtom)
  const side = useAtomValue(sideAtom)
  const period = detection.periods.find(({ id }) => id === periodId) ?? null
  return (
    <>
      <AnalysisHead detection={detection} />
      <div className={styles.body} data-side={side}>
        <div className={styles.charts}>
          <Summary detection={detection} />
          <MetricGrid detection={detection} period={period} />
        </div>
        {side === 'none' ? <ShowSide /> : <SidePanel detection={detection} period={period} />}
      </div>
    </>
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
