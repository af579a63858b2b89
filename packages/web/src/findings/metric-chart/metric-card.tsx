import { Tooltip } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOutage } from '../../lib/api/outage.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Analysis } from '../analysis.ts'
import { ENOUGH_PRESENT, leadingSeries, type Metric } from '../metrics/metric-model.ts'
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
  <ChartSection name={props.metric.name} head={<Head {...props} />} height={props.height}>
    {() => <Inside {...props} />}
  </ChartSection>
))

const Inside = (props: MetricCardProps) => {
  const { analysis, metric, selected, isLead, height, onIncident } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const focus = chosen ?? leadingSeries(metric, selected.periods, selected.instances)
  const chart = useMetricChart(analysis, metric, selected, focus)
  // What trying again may mend is said once for the page; what was drawn last stays.
  if (chart.error !== null && chart.data === null && !isOutage(chart.error)) throw chart.error
  return (
    <ChartCard
      head={<Head {...props} />}
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

const Head = ({ analysis, metric, takesPart }: MetricCardProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const isLearning = metric.series.every(({ seriesId }) => analysis.learningIds?.has(seriesId))
  return (
    <ChartTitle name={metric.name} unit={metric.unit}>
      {takesPart && <span className={styles.tag}>{t('analysis.chart.anomaly')}</span>}
      {isLearning && (
        <Tooltip label={t('analysis.chart.learningText')}>
          <span className={styles.tag} data-learning>
            {t('analysis.chart.learning')}
          </span>
        </Tooltip>
      )}
      {metric.present < ENOUGH_PRESENT && (
        <Tooltip label={t('analysis.chart.missingText', { share: format.share(metric.present) })}>
          <span className={styles.tag} data-quiet>
            {t('analysis.chart.missing')}
          </span>
        </Tooltip>
      )}
    </ChartTitle>
  )
}
