import type { DegreeSeries } from '../model/degree-series.ts'
import type { PlotProps } from '../plot/plot-props.ts'

interface StaticSize {
  width: number
  height: number
  /** Prefix of the ids in the SVG; by default a hash of the content, so that charts in one document do not clash. */
  idPrefix?: string | undefined
  /** Title and legend above the plot; on by default. */
  hasHeading?: boolean | undefined
}

export type StaticChartProps = Omit<PlotProps, 'height' | 'kind'> & StaticSize
export type StaticSummaryProps = Omit<PlotProps, 'height' | 'kind' | 'lines' | 'unit' | 'focusLineId'> &
  StaticSize & { degree: DegreeSeries }

/** Draws a metric chart to a stand-alone `<svg>`; needs neither a DOM nor the current time. Same props, same string. */
export type RenderChartSvg = (props: StaticChartProps) => string

/** Draws the anomaly degree with its numbered periods to a stand-alone `<svg>`. */
export type RenderSummarySvg = (props: StaticSummaryProps) => string
