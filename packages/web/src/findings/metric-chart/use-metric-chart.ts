import { type Annotation, type ChartLine, type Highlight, toChartLines } from '@omen/charts'
import type { TFunction } from 'i18next'
import { useAtomValue } from 'jotai'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../lib/address/url-codecs.ts'
import type { Analysis, ForecastCurves } from '../analysis.ts'
import type { Metric } from '../metrics/metric-model.ts'
import type { SelectedFindings } from '../metrics/selected-findings.ts'
import { rangeAtom } from '../state/range-atoms.ts'
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

/** The forecast of the line in focus, as a line that continues it; none where that one is not drawn. */
export const toForecastLines = (
  lines: readonly ChartLine[],
  focus: string | null,
  { times, mid, low, high }: ForecastCurves,
  t: TFunction,
): ChartLine[] => {
  const line = lines.find(({ seriesId }) => seriesId === focus)
  const [first, second = first] = times
  if (line === undefined || mid.length === 0 || first === undefined || second === undefined) return []
  const last = lastOf(line)
  const isNear = last !== null && last.time < first && first - last.time <= 2 * (second - first)
  const joined = (values: readonly number[]) => (isNear ? [last.value, ...values] : values)
  const middle = joined(mid)
  return [
    {
      id: `${line.id} forecast`,
      seriesId: line.seriesId,
      tone: 'forecast',
      label: t('analysis.chart.forecastOf', { name: line.label }),
      times: [...(isNear ? [last.time] : []), ...times.slice(0, mid.length)],
      min: middle,
      max: middle,
      expected: { low: joined(low), high: joined(high) },
    },
  ]
}

/** The last value of a line, where its forecast begins. */
const lastOf = ({ times, min, max }: ChartLine): { time: number; value: number } | null => {
  const at = times.length - 1
  const [time, low, high] = [times[at], min[at], max[at]]
  return time === undefined || low == null || high == null ? null : { time, value: (low + high) / 2 }
}
