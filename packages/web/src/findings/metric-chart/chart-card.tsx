import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { type ChartData, type ChartLine, ChartTable, type InstanceSeries } from '@omen/charts'
import { IconChartLine, IconChevronDown, IconTable } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import { PanelBoundary } from '../../ui/panel/panel-boundary.tsx'
import { BlockSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import styles from './chart-card.module.css'
import { useNearView } from './use-near-view.ts'

interface LegendProps {
  /** A line for each of its series. */
  metric: { name: string; series: readonly InstanceSeries[] }
  lines: readonly ChartLine[]
  focus: string | null
  /** With what the grey lines and the band are; else the name alone. */
  isFull: boolean
  onFocus: (seriesId: string) => void
}

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

/** The line in focus, to be changed in a menu, and what else is drawn. */
const Legend = ({ metric, lines, focus, isFull, onFocus }: LegendProps) => {
  const { t } = useTranslation()
  const { tokens } = useChartSetup()
  const shown = metric.series.find(({ seriesId }) => seriesId === focus)
  const hasForecast = lines.some(({ tone }) => tone === 'forecast')
  const peers = lines.filter(({ id, tone }) => id !== focus && tone !== 'forecast').length
  const hasBand = lines.some(({ id, expected }) => id === focus && expected !== undefined)
  const name = shown?.instance || metric.name
  return (
    <span className={styles.legend}>
      {metric.series.length > 1 && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <UnstyledButton
              className={styles.focus ?? ''}
              aria-label={t('analysis.chart.lineOf', { metric: metric.name, name })}
            >
              {isFull && <span className={styles.swatch} style={{ background: tokens.text }} aria-hidden />}
              <span className="truncate">{name}</span>
              <IconChevronDown size={12} className={styles.chevron} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown className={styles.lines ?? ''}>
            {metric.series.map(({ seriesId, instance }) => (
              <Menu.Item
                key={seriesId}
                role="menuitemradio"
                aria-checked={seriesId === focus}
                fw={seriesId === focus ? 600 : 400}
                onClick={() => onFocus(seriesId)}
              >
                {instance || seriesId}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {isFull && peers > 0 && (
        <span className={styles.entry}>
          <span className={styles.swatch} style={{ background: tokens.peer }} aria-hidden />
          {peers < metric.series.length - 1
            ? t('analysis.chart.peersOf', { shown: peers, all: metric.series.length - 1 })
            : t('analysis.chart.peers', { count: peers })}
        </span>
      )}
      {isFull && hasBand && (
        <span className={styles.entry}>
          <span className={styles.bandSwatch} aria-hidden />
          {t('analysis.chart.band')}
        </span>
      )}
      {isFull && hasForecast && (
        <span className={styles.entry}>
          <span
            className={styles.bandSwatch}
            style={{ background: tokens.prediction, opacity: tokens.predictionOpacity }}
            aria-hidden
          />
          {t('analysis.chart.forecast')}
        </span>
      )}
    </span>
  )
}
