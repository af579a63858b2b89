import { Tooltip } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOutage } from '../../lib/api/outage.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Analysis } from '../analysis.ts'
import { enoughPresent, leadingSeries, type Metric } from '../metrics/metric-model.ts'
import type { SelectedFindings } from '../metrics/selected-findings.ts'
import styles from './chart-card.module.css'
import { ChartCard, ChartSection, ChartTitle } from './chart-card.tsx'
import { MetricChart } from './metric-chart.tsx'
import { useMetricChart } from './use-metric-chart.ts'

interface MetricCardProps {
  analysis: Analysis
  metric: Metric
  selected: SelectedFindings
  takesPart: boolean
  isLead: boolean
  height: number
  onIncident: (id: string) => void
}

/** One metric: its chart with a line per instance, or the same data as a table. */
export const MetricCard = memo((props: MetricCardProps) => (
  <ChartSection
    name={props.metric.name}
    head={<Head metric={props.metric} takesPart={props.takesPart} />}
    height={props.height}
  >
    {() => <Inside {...props} />}
  </ChartSection>
))

const Inside = (props: MetricCardProps) => {
  const { analysis, metric, selected, takesPart, isLead, height, onIncident } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const focus = chosen ?? leadingSeries(metric, selected.periods, selected.instances)
  const chart = useMetricChart(analysis, metric, selected, focus)
  // What trying again may mend is said once for the page; what was drawn last stays.
  if (chart.error !== null && chart.data === null && !isOutage(chart.error)) throw chart.error
  return (
    <ChartCard
      head={<Head metric={metric} takesPart={takesPart} />}
      metric={metric}
      data={chart.data}
      focus={focus}
      isFull={isLead}
      height={height}
      onFocus={setChosen}
    >
      {(data, svg) => (
        <MetricChart
          analysis={analysis}
          metric={metric}
          data={data}
          selected={selected}
          isLoading={chart.isLoading}
          focus={focus}
          height={height}
          onIncident={onIncident}
          svgRef={svg}
        />
      )}
    </ChartCard>
  )
}

const Head = ({ metric, takesPart }: { metric: Metric; takesPart: boolean }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ChartTitle name={metric.name} unit={metric.unit}>
      {takesPart && <span className={styles.tag}>{t('analysis.chart.anomaly')}</span>}
      {metric.present < enoughPresent && (
        <Tooltip label={t('analysis.chart.missingText', { share: format.share(metric.present) })}>
          <span className={styles.tag} data-quiet>
            {t('analysis.chart.missing')}
          </span>
        </Tooltip>
      )}
    </ChartTitle>
  )
}
