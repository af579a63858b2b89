import { ActionIcon, Tabs, Tooltip } from '@mantine/core'
import type { Detection, Period } from '@omen/sdk'
import { IconLayoutSidebarRightCollapse } from '@tabler/icons-react'
import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { PanelBoundary } from '../../ui/panel/panel-boundary.tsx'
import { sideAtom } from '../state/view-atoms.ts'
import { GapTable } from './gap-table.tsx'
import { NoPeriods } from './no-periods.tsx'
import { PeriodDetail } from './period-detail.tsx'
import { PeriodTable } from './period-table.tsx'
import styles from './side-panel.module.css'

/** The findings: the open period, then all of them, and the gaps. */
export const SidePanel = ({ detection, period }: { detection: Detection; period: Period | null }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [side, setSide] = useAtom(sideAtom)
  return (
    <aside className={styles.side} aria-label={t('analysis.periods.panel')}>
      <PanelBoundary>
        {period !== null && <PeriodDetail detection={detection} period={period} />}
        <Tabs
          value={side}
          onChange={(value) => setSide(value === 'gaps' ? 'gaps' : 'periods')}
          keepMounted={false}
          className={styles.panel ?? ''}
        >
          <Tabs.List>
            <Tabs.Tab value="periods">
              {t('analysis.periods.titleCount', { number: format.count(detection.periods.length) })}
            </Tabs.Tab>
            <Tabs.Tab value="gaps">
              {t('analysis.periods.gapsCount', { number: format.count(detection.gaps.length) })}
            </Tabs.Tab>
            <HideSide />
          </Tabs.List>
          <Tabs.Panel value="periods">
            {detection.periods.length === 0 ? (
              <NoPeriods detection={detection} />
            ) : (
              <PeriodTable detection={detection} period={period} />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="gaps">
            <GapTable detection={detection} />
          </Tabs.Panel>
        </Tabs>
      </PanelBoundary>
    </aside>
  )
}

const HideSide = () => {
  const { t } = useTranslation()
  const setSide = useSetAtom(sideAtom)
  return (
    <Tooltip label={t('analysis.periods.hide')}>
      <ActionIcon
        className={styles.hide ?? ''}
        size={28}
        aria-label={t('analysis.periods.hide')}
        onClick={() => setSide('none')}
      >
        <IconLayoutSidebarRightCollapse size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
