import { bucketsFor, LINES_AT_ONCE, TimeSeriesChart, useWidth, type ZoomSource } from '@omen/charts'
import type { LiveAnalysis, LogAnalysis } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai'
import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { ChartCard } from '../../../findings/metric-chart/chart-card.tsx'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { cursorAtom, selectRangeAtom, seriesAtom, showWindowAtom } from '../state/log-atoms.ts'
import { rangeOfMoments } from '../timeline/snap-range.ts'
import { AXIS_SIDES } from './axis-sides.ts'
import { focusOf, metricChart, type ShownMetric } from './metric-lines.ts'
import { valuesQuery } from './metrics-query.ts'

export const CHART_HEIGHT = 148

interface MetricViewProps {
  address: string
  /** Of the timeline. */
  time: Range
  data: LogAnalysis
  selection: Range | null
  metric: ShownMetric
  incidents: LiveAnalysis['incidents']
  picker: ReactNode
}

/** All instances of a metric over the time of the lines. */
export const MetricView = (props: MetricViewProps) => {
  const { address, time, metric, incidents, picker } = props
  const [asked, setSeries] = useAtom(seriesAtom)
  const buckets = bucketsFor(Math.min(metric.series.length, LINES_AT_ONCE))
  const values = useQuery(valuesQuery(address, time, metric.metric, buckets))
  const focus = focusOf(metric, asked)
  // While another metric loads, what is drawn is still the one before
  const isOwn = values.data?.series.some((one) => one.metric === metric.metric) ?? false
  const drawn = useMemo(
    () =>
      values.data === undefined
        ? null
        : { ...metricChart(values.data, metric, { incidents, focus }), domain: time, unit: metric.unit },
    [values.data, metric, incidents, focus, time],
  )
  return (
    <Loaded query={values} skeleton={<BlockSkeleton height={CHART_HEIGHT + 40} />}>
      {() => (
        <ChartCard
          head={picker}
          metric={metric}
          data={drawn}
          focus={focus}
          isFull
          height={CHART_HEIGHT}
          onFocus={setSeries}
        >
          {(shown, svg) => (
            <Chart {...props} shown={shown} svg={svg} focus={focus} isLoading={values.isFetching && !isOwn} />
          )}
        </ChartCard>
      )}
    </Loaded>
  )
}

interface ChartProps extends MetricViewProps {
  shown: ReturnType<typeof metricChart> & { domain: Range; unit: string }
  svg: RefObject<SVGSVGElement | null>
  focus: string | null
  isLoading: boolean
}

const Chart = ({ data, selection, metric, shown, svg, focus, isLoading }: ChartProps) => {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const setup = useChartSetup()
  const navigate = useNavigate()
  const [cursor, setCursor] = useAtom(cursorAtom)
  const selectRange = useSetAtom(selectRangeAtom)
  const showWindow = useSetAtom(showWindowAtom)
  const zoom = (range: Range, source: ZoomSource) =>
    source === 'drag' ? selectRange(rangeOfMoments(data, range)) : showWindow(range)
  return (
    <div ref={box} data-part="metric">
      <TimeSeriesChart
        {...setup}
        {...shown}
        title={metric.name}
        fullDomain={shown.domain}
        focusLineId={focus}
        height={CHART_HEIGHT}
        alignedWith={{ width, left: AXIS_SIDES.left }}
        {...(selection !== null && { highlightStartTime: selection.from, highlightEndTime: selection.to })}
        selection={cursor}
        onSelectionChange={setCursor}
        onZoom={zoom}
        onZoomBack={() => false}
        onHighlightClick={(id) => void navigate(incidentPath(id))}
        isLoading={isLoading}
        svgRef={svg}
      />
    </div>
  )
}
