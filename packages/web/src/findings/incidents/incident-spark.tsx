import { FindingSpark } from '@omen/charts'
import type { Incident } from '@omen/sdk'
import { useMemo, useRef } from 'react'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import type { Analysis } from '../analysis.ts'
import { useSeriesSource } from '../metric-chart/series-source.ts'
import { useNearView } from '../metric-chart/use-near-view.ts'
import { around } from '../state/zoom-history.ts'

interface IncidentSparkProps {
  analysis: Analysis
  incident: Incident
  width: number
  height: number
}

const BUCKETS = 120

/** The leading series around an incident in its expected band; hatched where data is missing. */
export const IncidentSpark = ({ analysis, incident, width, height }: IncidentSparkProps) => {
  const box = useRef<HTMLSpanElement>(null)
  const isNear = useNearView(box)
  const { tokens } = useChartSetup()
  const { id, from, to, intervalMs } = analysis
  const range = useMemo(() => around(incident, { from, to }, intervalMs ?? 0), [incident, from, to, intervalMs])
  const seriesId = incident.leadSeriesId
  const request = useMemo(
    () => ({ ids: seriesId !== undefined && isNear ? [seriesId] : [], buckets: BUCKETS }),
    [seriesId, isNear],
  )
  const { data } = useSeriesSource().useSeries(id, request, range)
  const line = data?.series[0]
  return (
    <span ref={box} data-part="drawing" style={{ display: 'block', height }} aria-hidden>
      {(line !== undefined || seriesId === undefined) && (
        <FindingSpark
          times={data?.times ?? []}
          low={line?.low}
          high={line?.high}
          min={line?.min ?? []}
          max={line?.max ?? []}
          domain={range}
          finding={{ start: incident.start, end: incident.end + (intervalMs ?? 0), val: incident.val }}
          width={width}
          height={height}
          tokens={tokens}
        />
      )}
    </span>
  )
}
