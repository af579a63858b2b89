import { type ChartLine, type Highlight, toChartLines, toHighlight } from '@omen/charts'
import type { Detection } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Range } from '../../lib/address/url-codecs.ts'
import type { Metric } from '../metrics/metric-model.ts'
import { rangeAtom } from '../state/range-atoms.ts'
import { chartRequest } from './series-query.ts'
import { useSeries } from './use-series.ts'

/** Data of a chart, also for its table and exports. */
export interface ShownChart {
  lines: ChartLine[]
  highlights: Highlight[]
  domain: Range
  unit: string
}

export const useMetricChart = (
  detection: Detection,
  metric: Metric,
  focus: string | null,
): { data: ShownChart | null; isLoading: boolean; error: unknown } => {
  const range = useAtomValue(rangeAtom)
  const { from, to } = detection
  const request = useMemo(() => chartRequest(metric, focus), [metric, focus])
  const query = useSeries(detection.id, request, range)
  const lines = useMemo(() => query.data && toChartLines(query.data, metric), [query.data, metric])
  const highlights = useMemo(() => {
    const own = new Set(metric.series.map(({ seriesId }) => seriesId))
    return metric.periods.map((period) => toHighlight(period, own))
  }, [metric])
  const domain = useMemo(() => range ?? { from, to }, [range, from, to])
  const data = useMemo(
    () => (lines ? { lines, highlights, domain, unit: metric.unit } : null),
    [lines, highlights, domain, metric.unit],
  )
  return { data, isLoading: query.isFetching, error: query.error }
}
