import type { ChartLine, Values } from './chart-types.ts'

/** Anomaly degree of all series together, 0 to 10, one value per sample or bucket. */
export interface DegreeSeries {
  times: ArrayLike<number>
  values: Values
  stepMs?: number | undefined
}

/** The degree as one line of a plot: columns show its maxima. */
export function degreeLine(degree: DegreeSeries, label: string): ChartLine {
  const { times, values, stepMs } = degree
  return { id: 'degree', seriesId: 'degree', label, times, min: values, max: values, score: values, stepMs }
}
