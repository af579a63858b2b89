import { type ReactElement, useMemo } from 'react'
import { englishLabels } from '../labels/chart-labels.ts'
import type { ChartLine, Values } from '../model/chart-types.ts'
import { TimeSeriesChart, type TimeSeriesChartProps } from './time-series-chart.tsx'

/** Anomaly degree of all series together, 0 to 10, one value a sample or bucket. */
export interface DegreeSeries {
  times: ArrayLike<number>
  values: Values
  stepMs?: number | undefined
}

export interface SummaryChartProps extends Omit<TimeSeriesChartProps, 'lines' | 'kind' | 'unit' | 'focusLineId'> {
  degree: DegreeSeries
}

/** The degree as one line of a plot: columns are made of its maxima. */
export function degreeLine(degree: DegreeSeries, label: string): ChartLine {
  const { times, values, stepMs } = degree
  return { id: 'degree', seriesId: 'degree', label, times, min: values, max: values, score: values, stepMs }
}

/** The overview above the metric charts: degree in time, the periods on top, each with its number. */
export function SummaryChart({ degree, ...rest }: SummaryChartProps): ReactElement {
  const label = (rest.labels ?? englishLabels).degree
  const lines = useMemo(() => [degreeLine(degree, label)], [degree, label])
  return <TimeSeriesChart height={132} {...rest} lines={lines} kind="degree" />
}
