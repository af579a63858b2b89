import { ChartTable, TimeSeriesChart } from '@omen/charts'
import type { Detection, Period } from '@omen/sdk'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useCallback, useMemo } from 'react'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import type { Metric } from '../metrics/metric-model.ts'
import { periodIdAtom } from '../state/period-atom.ts'
import { selectionAtom, zoomAtom, zoomBackAtom } from '../state/range-atoms.ts'
import { trianglesAtom } from '../state/view-atoms.ts'
import styles from './metric-card.module.css'
import type { ShownChart } from './use-metric-chart.ts'

interface MetricChartProps {
  detection: Detection
  metric: Metric
  data: ShownChart
  isLoading: boolean
  focus: string | null
  period: Period | null
  height: number
  isTable: boolean
  svgRef: RefObject<SVGSVGElement | null>
}

/** The chart of one metric, with the time range and cursor of the whole page. */
export const MetricChart = ({
  detection,
  metric,
  data,
  isLoading,
  focus,
  period,
  height,
  isTable,
  svgRef,
}: MetricChartProps) => {
  const setup = useChartSetup()
  const [selection, setSelection] = useAtom(selectionAtom)
  const hasTriangles = useAtomValue(trianglesAtom)
  const setPeriodId = useSetAtom(periodIdAtom)
  const zoom = useSetAtom(zoomAtom)
  const zoomBack = useSetAtom(zoomBackAtom)
  const { from, to } = detection
  const full = useMemo(() => ({ from, to }), [from, to])
  const openPeriod = useCallback((id: string) => setPeriodId(id), [setPeriodId])
  if (isTable) {
    return (
      <div className={styles.table}>
        <ChartTable title={metric.name} {...data} {...setup} pageSize={25} />
      </div>
    )
  }
  return (
    <TimeSeriesChart
      {...setup}
      title={metric.name}
      lines={data.lines}
      highlights={data.highlights}
      gaps={metric.gaps}
      domain={data.domain}
      fullDomain={full}
      latestDataTimestamp={detection.latestDataTimestamp}
      enableTriangleHighlight={hasTriangles}
      focusLineId={focus}
      selectedHighlightId={period?.id ?? null}
      unit={data.unit}
      height={height}
      isLoading={isLoading}
      selection={selection}
      onSelectionChange={setSelection}
      onZoom={(domain, source) => zoom(full, domain, source)}
      onZoomBack={zoomBack}
      onHighlightClick={openPeriod}
      svgRef={svgRef}
    />
  )
}
