import { bucketsFor, drawnSeries, TimeSeriesChart } from '@omen/charts'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { ChartCard, ChartSection, ChartTitle } from '../../../findings/metric-chart/chart-card.tsx'
import { selectionAtom, zoomAtom, zoomBackAtom } from '../../../findings/state/range-atoms.ts'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { isOutage } from '../../../lib/api/outage.ts'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { type ShownData, valuesQuery } from './data-query.ts'
import { findingsOf, leadOf, type ProjectFindings } from './metric-findings.ts'
import { type ProjectMetric, projectLines } from './project-lines.ts'

interface ProjectChartProps {
  shown: ShownData
  /** Limit of zooming out. */
  full: Range
  metric: ProjectMetric
  found?: ProjectFindings | undefined
  isLead: boolean
  height: number
}

/** One metric as it arrives: a line for each of its series, the last bucket as far as it has come. */
export const ProjectChart = (props: ProjectChartProps) => {
  const { metric, height } = props
  const title = <ChartTitle name={metric.name} unit={metric.unit} />
  return (
    <ChartSection name={metric.name} head={title} height={height}>
      {() => <Inside {...props} />}
    </ChartSection>
  )
}

const noWeights: ReadonlyMap<string, number> = new Map()

const Inside = ({ shown, full, metric, found, isLead, height }: ProjectChartProps) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const isThere = metric.series.some(({ seriesId }) => seriesId === chosen)
  const focus = isThere ? chosen : leadOf(metric, found)
  const ids = drawnSeries(metric.series, noWeights, focus)
  const instances = metric.series.flatMap(({ seriesId, instance }) => (ids.includes(seriesId) ? [instance] : []))
  const query = useQuery(
    valuesQuery({ ...shown, metrics: [metric.name], instances: [...new Set(instances)] }, bucketsFor(ids.length)),
  )
  if (query.error !== null && query.data === undefined && !isOutage(query.error)) throw query.error
  const readAt = query.dataUpdatedAt
  const drawn = ids.join('\n')
  const data = useMemo(() => {
    if (query.data === undefined) return null
    const { from, to } = query.data
    const lines = projectLines(query.data, metric, drawn.split('\n'))
    const isLastOpen = lines.some(({ times }) => (times[times.length - 1] ?? 0) + query.data.bucketMs > readAt)
    return { lines, domain: { from, to }, unit: metric.unit, isLastOpen, ...findingsOf(metric, found) }
  }, [query.data, readAt, metric, drawn, found])
  return (
    <ChartCard
      head={<ChartTitle name={metric.name} unit={metric.unit} />}
      metric={metric}
      data={data}
      focus={focus}
      isFull={isLead}
      height={height}
      onFocus={setChosen}
    >
      {(one, svgRef) => (
        <Chart
          {...one}
          full={full}
          title={metric.name}
          focus={focus}
          height={height}
          isLoading={query.isPlaceholderData}
          svgRef={svgRef}
        />
      )}
    </ChartCard>
  )
}

type ChartProps = Pick<
  Parameters<typeof TimeSeriesChart>[0],
  'lines' | 'highlights' | 'annotations' | 'gaps' | 'unit' | 'title' | 'height' | 'isLoading' | 'svgRef'
> & { domain: Range; full: Range; focus: string | null; isLastOpen: boolean }

const Chart = ({ focus, isLastOpen, full, domain, ...drawn }: ChartProps) => {
  const setup = useChartSetup()
  const [selection, setSelection] = useAtom(selectionAtom)
  const zoom = useSetAtom(zoomAtom)
  const zoomBack = useSetAtom(zoomBackAtom)
  return (
    <TimeSeriesChart
      {...setup}
      {...drawn}
      domain={domain}
      fullDomain={full}
      focusLineId={focus}
      isLastBucketProvisional={isLastOpen}
      selection={selection}
      onSelectionChange={setSelection}
      onZoom={(next, source) => zoom(full, next, source)}
      onZoomBack={zoomBack}
    />
  )
}
