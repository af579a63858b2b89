import { type Annotation, type ChartLine, type Highlight, toChartLines } from '@omen/charts'
import { useAtomValue } from 'jotai'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../lib/address/url-codecs.ts'
import type { Analysis } from '../analysis.ts'
import type { Metric } from '../metrics/metric-model.ts'
import type { SelectedFindings } from '../metrics/selected-findings.ts'
import { rangeAtom } from '../state/range-atoms.ts'
import { toForecastLines } from './forecast-line.ts'
import { metricHighlights } from './metric-highlights.ts'
import { chartRequest } from './series-query.ts'
import { useSeriesSource } from './series-source.ts'

/** Data of a chart, also for its table and exports. */
export interface ShownChart {
  lines: ChartLine[]
  highlights: Highlight[]
  annotations: Annotation[]
  domain: Range
  unit: string
  /** Whether the last bucket may still change. */
  isLastBucketProvisional: boolean
}

export const useMetricChart = (
  analysis: Analysis,
  metric: Metric,
  selected: SelectedFindings,
  focus: string | null,
): { data: ShownChart | null; isLoading: boolean; error: unknown } => {
  // Charts are drawn piece by piece after head, lanes and list, so that the next input is not kept waiting.
  const range = useDeferredValue(useAtomValue(rangeAtom))
  const { t } = useTranslation()
  const { from, to, incidents, forecasts } = analysis
  const request = useMemo(() => chartRequest(metric, focus), [metric, focus])
  const { useSeries, hasEmptyBuckets } = useSeriesSource()
  const query = useSeries(analysis.id, request, range)
  const lines = useMemo(
    () => query.data && toChartLines(query.data, metric, { hasEmptyBuckets }),
    [query.data, metric, hasEmptyBuckets],
  )
  const forecast = focus === null ? undefined : forecasts?.get(focus)
  const { incidentOf } = selected
  const marks = useMemo(() => metricHighlights(metric, { incidents }, { incidentOf }), [metric, incidents, incidentOf])
  const domain = useMemo(() => range ?? { from, to }, [range, from, to])
  const { provisionalFrom = Number.POSITIVE_INFINITY } = query
  const data = useMemo(() => {
    if (lines === undefined) return null
    const isLastBucketProvisional = lines.some(({ times }) => (times[times.length - 1] ?? 0) >= provisionalFrom)
    const drawn = forecast === undefined ? lines : [...lines, ...toForecastLines(lines, focus, forecast, t)]
    return { lines: drawn, ...marks, domain, unit: metric.unit, isLastBucketProvisional }
  }, [lines, forecast, focus, marks, domain, metric.unit, provisionalFrom, t])
  return { data, isLoading: query.isFetching, error: query.error }
}
