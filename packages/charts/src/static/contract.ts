import type { FindingSparkProps } from '../figures/finding-spark-props.ts'
import type { PeriodBarsProps } from '../figures/period-bars-props.ts'
import type { LanesProps } from '../lanes/lane-types.ts'
import type { PlotProps } from '../plot/plot-props.ts'

interface StaticSize {
  width: number
  height: number
  /** Prefix of the ids in the SVG; by default a hash of the content, so that charts in one document do not clash. */
  idPrefix?: string | undefined
  /** Title and legend above the plot; on by default. */
  hasHeading?: boolean | undefined
}

export type StaticChartProps = Omit<PlotProps, 'height'> & StaticSize
export type StaticLanesProps = LanesProps & Omit<StaticSize, 'hasHeading'>
export type StaticSparkProps = FindingSparkProps

/** Draws a metric chart to a stand-alone `<svg>`; needs neither a DOM nor the current time. Same props, same string. */
export type RenderChartSvg = (props: StaticChartProps) => string

/** Draws lanes of findings under their title, if it is not empty, as many as fit into the height, to a stand-alone `<svg>`. */
export type RenderLanesSvg = (props: StaticLanesProps) => string

/** Draws the line around a finding, in its expected band, to a stand-alone `<svg>`. */
export type RenderSparkSvg = (props: StaticSparkProps) => string

export type StaticBarsProps = PeriodBarsProps

/** Draws the bars of a period to a stand-alone `<svg>`. */
export type RenderBarsSvg = (props: StaticBarsProps) => string
