import { type Annotation, type ChartLine, type Highlight, toChartLines } from '@omen/charts'
import type { Detection } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useDeferredValue, useMemo } from 'react'
import type { Range } from '../../lib/address/url-codecs.ts'
import type { Metric } from '../metrics/metric-model.ts'
import type { SelectedFindings } from '../metrics/selected-findings.ts'
import { rangeAtom } from '../state/range-atoms.ts'
import { metricHighlights } from './metric-highlights.ts'
import { chartRequest } from './series-query.ts'
import { useSeries } from './use-series.ts'

/** Data of a chart, also for its table and exports. */
export interface ShownChart {
  lines: ChartLine[]
  highlights: Highlight[]
  annotations: Annotation[]
  domain: Range
  unit: string
}

export const useMetricChart = (
  detection: Detection,
  metric: Metric,
  selected: SelectedFindings,
  focus: string | null,
): { data: ShownChart | null; isLoading: boolean; error: unknown } => {
  // Charts are drawn piece by piece after head, lanes and list, so that the next input is not kept waiting.
  const range = useDeferredValue(useAtomValue(rangeAtom))
  const { from, to, incidents } = detection
  const request = useMemo(() => chartRequest(metric, focus), [metric, focus])
  const query = useSeries(detection.id, request, range)
  const lines = useMemo(() => query.data && toChartLines(query.data, metric), [query.data, metric])
  const { incidentOf } = selected
  const marks = useMemo(() => metricHighlights(metric, { incidents }, { incidentOf }), [metric, incidents, incidentOf])
  const domain = useMemo(() => range ?? { from, to }, [range, from, to])
  const data = useMemo(
    () => (lines ? { lines, ...marks, domain, unit: metric.unit } : null),
    [lines, marks, domain, metric.unit],
  )
  return { data, isLoading: query.isFetching, error: query.error }
}
