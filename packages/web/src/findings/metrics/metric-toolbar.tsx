import { ActionIcon, Button, SegmentedControl, TextInput, Tooltip } from '@mantine/core'
import type { Period } from '@omen/sdk'
import { IconAlertTriangle, IconLayoutGrid, IconLayoutList, IconSearch, IconTable, IconX } from '@tabler/icons-react'
import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { periodIdAtom } from '../state/period-atom.ts'
import { findingsOnlyAtom, layoutAtom, metricQueryAtom, tableAtom } from '../state/view-atoms.ts'
import styles from './metric-grid.module.css'

interface MetricToolbarProps {
  shown: number
  total: number
  period: Period | null
}

/** Filters and display options of the metrics. */
export const MetricToolbar = ({ shown, total, period }: MetricToolbarProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [query, setQuery] = useAtom(metricQueryAtom)
  const count =
    shown === total
      ? t('analysis.toolbar.shown', { count: total })
      : t('analysis.toolbar.of', { shown: format.count(shown), total: format.count(total) })
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('analysis.toolbar.label')}>
      <TextInput
        aria-label={t('analysis.toolbar.search')}
        placeholder={t('analysis.toolbar.search')}
        leftSection={<IconSearch size={16} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        style={{ width: 190 }}
      />
      <span className={styles.count}>{count}</span>
      {period !== null && <FocusChip />}
      <span className={styles.spacer} />
      <Switches />
    </div>
  )
}

const FocusChip = () => {
  const { t } = useTranslation()
  const setPeriodId = useSetAtom(periodIdAtom)
  return (
    <Button variant="light" rightSection={<IconX size={14} />} onClick={() => setPeriodId('')}>
      {t('analysis.toolbar.clearFocus')}
    </Button>
  )
}

const Switches = () => {
  const { t } = useTranslation()
  const [layout, setLayout] = useAtom(layoutAtom)
  const [findingsOnly, setFindingsOnly] = useAtom(findingsOnlyAtom)
  const [isTable, setTable] = useAtom(tableAtom)
  return (
    <>
      <Tooltip label={t('analysis.toolbar.findingsOnly')}>
        <ActionIcon
          variant={findingsOnly ? 'light' : 'subtle'}
          {...(findingsOnly && { color: 'blue' })}
          aria-pressed={findingsOnly}
          aria-label={t('analysis.toolbar.findingsOnly')}
          onClick={() => setFindingsOnly(!findingsOnly)}
        >
          <IconAlertTriangle size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('analysis.toolbar.table')}>
        <ActionIcon
          variant={isTable ? 'light' : 'subtle'}
          {...(isTable && { color: 'blue' })}
          aria-pressed={isTable}
          aria-label={t('analysis.toolbar.table')}
          onClick={() => setTable(!isTable)}
        >
          <IconTable size={18} />
        </ActionIcon>
      </Tooltip>
      <SegmentedControl
        size="xs"
        aria-label={t('analysis.toolbar.layout')}
        value={layout}
        onChange={(value) => setLayout(value === 'list' ? 'list' : 'grid')}
        data={[
          { value: 'grid', label: <LayoutIcon Icon={IconLayoutGrid} name={t('analysis.toolbar.grid')} /> },
          { value: 'list', label: <LayoutIcon Icon={IconLayoutList} name={t('analysis.toolbar.list')} /> },
        ]}
      />
    </>
  )
}

const LayoutIcon = ({ Icon, name }: { Icon: typeof IconLayoutGrid; name: string }) => (
  <Tooltip label={name}>
    <span style={{ display: 'flex' }}>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{name}</span>
    </span>
  </Tooltip>
)
