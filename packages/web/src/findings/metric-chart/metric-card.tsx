import { ActionIcon, Badge, Tooltip } from '@mantine/core'
import type { Detection, Period } from '@omen/sdk'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { PanelBoundary } from '../../ui/panel/panel-boundary.tsx'
import { BlockSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import { enoughPresent, leadingSeries, type Metric } from '../metrics/metric-model.ts'
import { Legend } from './legend.tsx'
import styles from './metric-card.module.css'
import { MetricChart } from './metric-chart.tsx'
import { useMetricChart } from './use-metric-chart.ts'
import { useNearView } from './use-near-view.ts'

interface MetricCardProps {
  detection: Detection
  metric: Metric
  period: Period | null
  height: number
  isTable: boolean
}

/** One metric: its chart with a line per instance, or the same data as a table. */
export const MetricCard = memo(({ detection, metric, period, height, isTable }: MetricCardProps) => {
  const { t } = useTranslation()
  const card = useRef<HTMLElement>(null)
  const isNear = useNearView(card)
  return (
    <section ref={card} className={styles.card} aria-label={metric.name} data-metric={metric.name}>
      <PanelBoundary title={t('analysis.chart.failed', { metric: metric.name })}>
        {isNear ? (
          <Inside detection={detection} metric={metric} period={period} height={height} isTable={isTable} />
        ) : (
          <>
            <Head metric={metric} />
            <div style={{ height }} />
          </>
        )}
      </PanelBoundary>
    </section>
  )
})

const Inside = ({ detection, metric, period, height, isTable }: MetricCardProps) => {
  const { t } = useTranslation()
  const svg = useRef<SVGSVGElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isTurned, setTurned] = useState(false)
  const focus = chosen ?? leadingSeries(metric, period)
  const chart = useMetricChart(detection, metric, focus)
  const showsTable = isTable !== isTurned
  const turn = t(showsTable ? 'analysis.chart.showChart' : 'analysis.chart.showTable', { metric: metric.name })
  if (chart.error !== null && chart.data === null) throw chart.error
  return (
    <>
      <Head metric={metric}>
        <Tooltip label={turn}>
          <ActionIcon size={26} aria-label={turn} aria-pressed={showsTable} onClick={() => setTurned(!isTurned)}>
            {showsTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
          </ActionIcon>
        </Tooltip>
        <ExportMenu name={metric.name} data={chart.data} svg={svg} />
      </Head>
      {chart.data === null ? (
        <BlockSkeleton height={height} />
      ) : (
        <MetricChart
          detection={detection}
          metric={metric}
          data={chart.data}
          isLoading={chart.isLoading}
          focus={focus}
          period={period}
          height={height}
          isTable={showsTable}
          svgRef={svg}
        />
      )}
      <Legend
        metric={metric}
        lines={chart.data?.lines ?? []}
        focus={focus}
        onFocus={(id) => setChosen(id === chosen ? null : id)}
      />
    </>
  )
}

const Head = ({ metric, children }: { metric: Metric; children?: ReactNode }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.head}>
      <h3 className={styles.name}>
        {metric.name} {metric.unit !== '' && <span className={styles.unit}>{metric.unit}</span>}
      </h3>
      {metric.periods.length > 0 && (
        <Badge size="sm" variant="light" color="orange" className={styles.tag ?? ''}>
          {t('analysis.chart.anomaly')}
        </Badge>
      )}
      {metric.present < enoughPresent && (
        <Tooltip label={t('analysis.chart.missingText', { share: format.share(metric.present) })}>
          <Badge size="sm" variant="light" color="gray" className={styles.tag ?? ''}>
            {t('analysis.chart.missing')}
          </Badge>
        </Tooltip>
      )}
      <span className={styles.tools}>{children}</span>
    </div>
  )
}
