import { type ReactElement, useMemo } from 'react'
import { englishLabels } from '../labels/chart-labels.ts'
import { type DegreeSeries, degreeLine } from '../model/degree-series.ts'
import { TimeSeriesChart, type TimeSeriesChartProps } from './time-series-chart.tsx'

export interface SummaryChartProps extends Omit<TimeSeriesChartProps, 'lines' | 'kind' | 'unit' | 'focusLineId'> {
  degree: DegreeSeries
}

/** The overview above the metric charts: degree in time, the periods on top, each with its number. */
export function SummaryChart({ degree, ...rest }: SummaryChartProps): ReactElement {
  const label = (rest.labels ?? englishLabels).degree
  const lines = useMemo(() => [degreeLine(degree, label)], [degree, label])
  return <TimeSeriesChart height={132} {...rest} lines={lines} kind="degree" />
}
