import { TimeSeriesChart } from '@omen/charts'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import type { Analysis } from '../analysis.ts'
import type { Metric } from '../metrics/metric-model.ts'
import type { SelectedFindings } from '../metrics/selected-findings.ts'
import { selectionAtom, zoomAtom, zoomBackAtom } from '../state/range-atoms.ts'
import { laneSidesAtom, trianglesAtom } from '../state/view-atoms.ts'
import type { ShownChart } from './use-metric-chart.ts'

interface MetricChartProps {
  analysis: Analysis
  metric: Metric
  data: ShownChart
  selected: SelectedFindings
  isLoading: boolean
  focus: string | null
  height: number
  onIncident: (id: string) => void
  svgRef: RefObject<SVGSVGElement | null>
}

/** The chart of one metric, with the time range and cursor of the whole page. */
export const MetricChart = (props: MetricChartProps) => {
  const { analysis, metric, data, selected, focus, height } = props
  const setup = useChartSetup()
  const [selection, setSelection] = useAtom(selectionAtom)
  const hasTriangles = useAtomValue(trianglesAtom)
  const laneSides = useAtomValue(laneSidesAtom)
  const zoom = useSetAtom(zoomAtom)
  const zoomBack = useSetAtom(zoomBackAtom)
  const { from, to } = analysis
  const full = useMemo(() => ({ from, to }), [from, to])
  const peak = usePeak(selected, focus)
  const latest = useLatest(data, focus)
  return (
    <TimeSeriesChart
      {...setup}
      title={metric.name}
      lines={data.lines}
      highlights={data.highlights}
      annotations={data.annotations}
      gaps={metric.gaps}
      isLastBucketProvisional={data.isLastBucketProvisional}
      domain={data.domain}
      fullDomain={full}
      latestDataTimestamp={analysis.latestDataTimestamp}
      enableTriangleHighlight={hasTriangles}
      focusLineId={focus}
      selectedHighlightId={selected.incident?.id ?? null}
      peak={peak}
      latest={latest}
      unit={data.unit}
      height={height}
      alignedWith={laneSides}
      isLoading={props.isLoading}
      selection={selection}
      onSelectionChange={setSelection}
      onZoom={(domain, source) => zoom(full, domain, source)}
      onZoomBack={zoomBack}
      onHighlightClick={props.onIncident}
      svgRef={props.svgRef}
    />
  )
}

/** The last value of the line in focus, while it may still change. */
const useLatest = ({ lines, isLastBucketProvisional }: ShownChart, focus: string | null) => {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    const line = isLastBucketProvisional ? lines.find(({ seriesId }) => seriesId === focus) : undefined
    const at = (line?.times.length ?? 0) - 1
    const [time, value] = [line?.times[at], (line?.mean ?? line?.max)?.[at]]
    if (time === undefined || typeof value !== 'number') return undefined
    return { t: time, v: value, text: t('analysis.chart.soFar', { value: format.figure(value) }) }
  }, [lines, isLastBucketProvisional, focus, t, format])
}

/** The peak of the line in focus in the selected incident. */
const usePeak = ({ incident, periods }: SelectedFindings, focus: string | null) => {
  const format = useFormat()
  return useMemo(() => {
    if (incident === null) return undefined
    const found = periods.flatMap(({ series }) =>
      series.filter((one) => one.seriesId === focus && one.firstAt !== null),
    )
    const [first] = found
    if (first?.peakAt === undefined || first.peak == null) return undefined
    return { t: first.peakAt, v: first.peak, text: format.figure(first.peak) }
  }, [incident, periods, focus, format])
}
