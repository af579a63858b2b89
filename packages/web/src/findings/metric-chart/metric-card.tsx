import { ActionIcon, Tooltip } from '@mantine/core'
import type { Detection } from '@omen/sdk'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOutage } from '../../lib/api/outage.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { PanelBoundary } from '../../ui/panel/panel-boundary.tsx'
import { BlockSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import { enoughPresent, leadingSeries, type Metric } from '../metrics/metric-model.ts'
import type { SelectedFindings } from '../metrics/selected-findings.ts'
import { Legend } from './legend.tsx'
import styles from './metric-card.module.css'
import { MetricChart } from './metric-chart.tsx'
import { useMetricChart } from './use-metric-chart.ts'
import { useNearView } from './use-near-view.ts'

interface MetricCardProps {
  detection: Detection
  metric: Metric
  selected: SelectedFindings
  takesPart: boolean
  isLead: boolean
  height: number
  onIncident: (id: string) => void
}

/** One metric: its chart with a line per instance, or the same data as a table. */
export const MetricCard = memo((props: MetricCardProps) => {
  const { t } = useTranslation()
  const card = useRef<HTMLElement>(null)
  const isNear = useNearView(card)
  const { metric, height, takesPart } = props
  return (
    <section ref={card} className={styles.card} aria-label={metric.name} data-metric={metric.name}>
      <PanelBoundary title={t('analysis.chart.failed', { metric: metric.name })}>
        {isNear ? (
          <Inside {...props} />
        ) : (
          <>
            <Head metric={metric} takesPart={takesPart} />
            <div style={{ height }} />
          </>
        )}
      </PanelBoundary>
    </section>
  )
})

const Inside = (props: MetricCardProps) => {
  const { detection, metric, selected, takesPart, isLead, height, onIncident } = props
  const { t } = useTranslation()
  const svg = useRef<SVGSVGElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isTable, setTable] = useState(false)
  const focus = chosen ?? leadingSeries(metric, selected.periods, selected.instances)
  const chart = useMetricChart(detection, metric, selected, focus)
  // What trying again may mend is said once for the page; what was drawn last stays.
  if (chart.error !== null && chart.data === null && !isOutage(chart.error)) throw chart.error
  const turn = t(isTable ? 'analysis.chart.showChart' : 'analysis.chart.showTable', { metric: metric.name })
  return (
    <>
      <Head metric={metric} takesPart={takesPart}>
        <Legend
          metric={metric}
          lines={chart.data?.lines ?? []}
          focus={focus}
          isFull={isLead}
          onFocus={(id) => setChosen(id)}
        />
        <span className={styles.tools}>
          <Tooltip label={turn}>
            <ActionIcon size={26} aria-label={turn} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
            </ActionIcon>
          </Tooltip>
          <ExportMenu name={metric.name} data={chart.data} svg={svg} />
        </span>
      </Head>
      <div className={styles.plot}>
        {chart.data === null ? (
          <BlockSkeleton height={height} />
        ) : (
          <MetricChart
            detection={detection}
            metric={metric}
            data={chart.data}
            selected={selected}
            isLoading={chart.isLoading}
            focus={focus}
            height={height}
            isTable={isTable}
            onIncident={onIncident}
            svgRef={svg}
          />
        )}
      </div>
    </>
  )
}

const Head = ({ metric, takesPart, children }: { metric: Metric; takesPart: boolean; children?: ReactNode }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.head}>
      <h3 className={styles.name} title={metric.name}>
        {metric.name}
      </h3>
      {metric.unit !== '' && <span className={styles.unit}>{metric.unit}</span>}
      {takesPart && <span className={styles.tag}>{t('analysis.chart.anomaly')}</span>}
      {metric.present < enoughPresent && (
        <Tooltip label={t('analysis.chart.missingText', { share: format.share(metric.present) })}>
          <span className={styles.tag} data-quiet>
            {t('analysis.chart.missing')}
          </span>
        </Tooltip>
      )}
      {children}
    </div>
  )
}
