import { Button } from '@mantine/core'
import type { Detection, Period } from '@omen/sdk'
import { IconFilterOff } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { MetricCard } from '../metric-chart/metric-card.tsx'
import { useNearView } from '../metric-chart/use-near-view.ts'
import { findingsOnlyAtom, layoutAtom, metricQueryAtom, tableAtom } from '../state/view-atoms.ts'
import styles from './metric-grid.module.css'
import { filterMetrics, metricsOf } from './metric-model.ts'
import { MetricToolbar } from './metric-toolbar.tsx'

const cardsAStep = 60
const heights = { grid: 196, list: 220 }

/** One chart per metric, those with findings first; cards are added on scrolling. */
export const MetricGrid = ({ detection, period }: { detection: Detection; period: Period | null }) => {
  const [query, setQuery] = useAtom(metricQueryAtom)
  const [findingsOnly, setFindingsOnly] = useAtom(findingsOnlyAtom)
  const layout = useAtomValue(layoutAtom)
  const isTable = useAtomValue(tableAtom)
  const metrics = useMemo(() => metricsOf(detection), [detection])
  const shown = useMemo(
    () => filterMetrics(metrics, { query, findingsOnly, period }),
    [metrics, query, findingsOnly, period],
  )
  const [count, setCount] = useState(cardsAStep)
  const clear = () => {
    setQuery('')
    setFindingsOnly(false)
  }
  return (
    <div className={styles.area}>
      <MetricToolbar shown={shown.length} total={metrics.length} period={period} />
      {shown.length === 0 ? (
        <NothingFits onClear={clear} />
      ) : (
        <div className={styles.cards} data-layout={shown.length === 1 ? 'list' : layout}>
          {shown.slice(0, count).map((metric) => (
            <MetricCard
              key={metric.name}
              detection={detection}
              metric={metric}
              period={period}
              height={heights[layout]}
              isTable={isTable}
            />
          ))}
        </div>
      )}
      {shown.length > count && <More key={count} onMore={() => setCount(count + cardsAStep)} />}
    </div>
  )
}

const NothingFits = ({ onClear }: { onClear: () => void }) => {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconFilterOff size={24} />}
      text={t('analysis.chart.nothing')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('analysis.chart.clear')}
        </Button>
      }
    />
  )
}

const More = ({ onMore }: { onMore: () => void }) => {
  const end = useRef<HTMLDivElement>(null)
  const isNear = useNearView(end, 800)
  useEffect(() => {
    if (isNear) onMore()
  }, [isNear, onMore])
  return <div ref={end} style={{ height: 1 }} />
}
