import { ActionIcon, Tooltip } from '@mantine/core'
import { type ChartData, ChartTable } from '@omen/charts'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import { PanelBoundary } from '../../ui/panel/panel-boundary.tsx'
import { BlockSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import styles from './chart-card.module.css'
import { Legend, type LegendProps } from './legend.tsx'
import { useNearView } from './use-near-view.ts'

interface ChartCardProps<Data extends ChartData> extends Pick<LegendProps, 'metric' | 'focus' | 'isFull' | 'onFocus'> {
  head: ReactNode
  /** Null while it loads. */
  data: Data | null
  height: number
  children: (data: Data, svg: RefObject<SVGSVGElement | null>) => ReactNode
}

/** What stands around the chart of a metric: its legend, the switch to the same data as a table, exports. */
export function ChartCard<Data extends ChartData>(props: ChartCardProps<Data>): ReactNode {
  const { head, metric, data, focus, isFull, height, onFocus } = props
  const { t } = useTranslation()
  const setup = useChartSetup()
  const svg = useRef<SVGSVGElement>(null)
  const [isTable, setTable] = useState(false)
  const turn = t(isTable ? 'analysis.chart.showChart' : 'analysis.chart.showTable', { metric: metric.name })
  return (
    <>
      <div className={styles.head}>
        {head}
        <Legend metric={metric} lines={data?.lines ?? []} focus={focus} isFull={isFull} onFocus={onFocus} />
        <span className={styles.tools}>
          <Tooltip label={turn}>
            <ActionIcon size={26} aria-label={turn} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
            </ActionIcon>
          </Tooltip>
          <ExportMenu name={metric.name} data={data} svg={svg} />
        </span>
      </div>
      <div className={styles.plot}>
        {data === null ? (
          <BlockSkeleton height={height} />
        ) : isTable ? (
          <div className={styles.table}>
            <ChartTable title={metric.name} {...data} {...setup} pageSize={25} />
          </div>
        ) : (
          props.children(data, svg)
        )}
      </div>
    </>
  )
}

interface ChartSectionProps {
  name: string
  /** Stands in the place of the head and the chart while the section is far from the view. */
  head: ReactNode
  height: number
  children: () => ReactNode
}

/** The surface of a metric's chart, which is fetched and drawn only near the view. */
export const ChartSection = ({ name, head, height, children }: ChartSectionProps) => {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  const isNear = useNearView(section)
  return (
    <section ref={section} className={styles.card} aria-label={name} data-metric={name}>
      <PanelBoundary title={t('analysis.chart.failed', { metric: name })}>
        {isNear ? (
          children()
        ) : (
          <>
            <div className={styles.head}>{head}</div>
            <div style={{ height }} />
          </>
        )}
      </PanelBoundary>
    </section>
  )
}

/** The name of a metric with its unit, and what is to be known about it. */
export const ChartTitle = ({ name, unit, children }: { name: string; unit: string; children?: ReactNode }) => (
  <>
    <h3 className={styles.name} title={name}>
      {name}
    </h3>
    {unit !== '' && <span className={styles.unit}>{unit}</span>}
    {children}
  </>
)
