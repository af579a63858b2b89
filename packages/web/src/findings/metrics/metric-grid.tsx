import { Button, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconFilterOff, IconSearch } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import type { Analysis } from '../analysis.ts'
import { MetricCard } from '../metric-chart/metric-card.tsx'
import { useNearView } from '../metric-chart/use-near-view.ts'
import { metricQueryAtom } from '../state/view-atoms.ts'
import { ChartGrid } from './chart-grid.tsx'
import styles from './metric-grid.module.css'
import { metricsOf, orderByPart, partOf } from './metric-model.ts'
import type { SelectedFindings } from './selected-findings.ts'

const CARDS_A_STEP = 40
/** From so many metrics on they can be looked for by name. */
const MANY_METRICS = 9
const HEIGHTS = { lead: 232, other: 148 }

interface MetricGridProps {
  analysis: Analysis
  selected: SelectedFindings
  onIncident: (id: string) => void
}

/** A chart for each metric, by its part in what is selected; the lead one first and full width, those without a part folded. */
export const MetricGrid = memo(({ analysis, selected, onIncident }: MetricGridProps) => {
  const { t } = useTranslation()
  const [query, setQuery] = useAtom(metricQueryAtom)
  const [isUnfolded, setUnfolded] = useState(false)
  const [count, setCount] = useState(CARDS_A_STEP)
  const metrics = useMemo(() => metricsOf(analysis), [analysis])
  const { parts, shown, folded } = useMemo(() => {
    const found = partOf(metrics, selected.periods)
    return { parts: found, ...orderByPart(metrics, found) }
  }, [metrics, selected.periods])
  const words = query.trim().toLowerCase()
  const listed =
    words !== ''
      ? [...shown, ...folded].filter(({ name }) => name.toLowerCase().includes(words))
      : isUnfolded
        ? [...shown, ...folded]
        : shown
  return (
    <div className={styles.area}>
      {metrics.length >= MANY_METRICS && (
        <TextInput
          className={styles.search ?? ''}
          aria-label={t('analysis.toolbar.search')}
          placeholder={t('analysis.toolbar.search')}
          leftSection={<IconSearch size={16} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {listed.length === 0 && <NothingFits onClear={() => setQuery('')} />}
      <ChartGrid>
        {listed.slice(0, count).map((metric, index) => (
          <MetricCard
            key={metric.name}
            analysis={analysis}
            metric={metric}
            selected={selected}
            takesPart={(parts.get(metric.name) ?? 0) > 0}
            isLead={index === 0}
            height={index === 0 ? HEIGHTS.lead : HEIGHTS.other}
            onIncident={onIncident}
          />
        ))}
      </ChartGrid>
      {listed.length > count && <More key={count} onMore={() => setCount(count + CARDS_A_STEP)} />}
      {words === '' && folded.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          className={styles.fold ?? ''}
          aria-expanded={isUnfolded}
          rightSection={isUnfolded ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {t('analysis.chart.noPart', { count: folded.length })}
        </Button>
      )}
    </div>
  )
})

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
