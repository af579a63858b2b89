import type { ChartLabels } from '../labels/chart-labels.ts'
import type { Annotation, ChartFlag, ChartGap, ChartLine, Highlight, TimeDomain } from '../model/chart-types.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'

/** A text at a point. */
export interface PointNote {
  t: number
  v: number
  text: string
}

/** Input of a plot: everything drawn except the tooltip and the cursor, on the page and on the server. */
export interface PlotProps {
  title: string
  lines: readonly ChartLine[]
  highlights?: readonly Highlight[] | undefined
  /** Gaps found by the detection, in addition to those in the data. */
  gaps?: readonly ChartGap[] | undefined
  annotations?: readonly Annotation[] | undefined
  /** Changes, as flags over the plot. */
  flags?: readonly ChartFlag[] | undefined
  /** The visible interval; by default all data, and the prediction after it. */
  domain?: TimeDomain | undefined
  latestDataTimestamp?: number | undefined
  predictionUntil?: number | undefined
  highlightStartTime?: number | undefined
  highlightEndTime?: number | undefined
  isEmailAlert?: boolean | undefined
  /** The same, as records on the wire spell it. */
  isEmailAert?: boolean | undefined
  isLogCharts?: boolean | undefined
  enableTriangleHighlight?: boolean | undefined
  /** The newest bucket may still change: it is drawn dashed. */
  isLastBucketProvisional?: boolean | undefined
  /** The current time, for a live chart without a latest data timestamp. */
  now?: number | undefined
  /** The line drawn in full colour with its expected band; the others are faded. */
  focusLineId?: string | null | undefined
  selectedHighlightId?: string | null | undefined
  /** A value written at its point: the peak of a finding. */
  peak?: PointNote | undefined
  /** The same at the last point of a line, while it may still change. */
  latest?: PointNote | undefined
  unit?: string | undefined
  locale?: string | undefined
  timeZone?: string | undefined
  tokens?: ChartTokens | undefined
  labels?: ChartLabels | undefined
  height?: number | undefined
  /** Lanes whose room for names, px, a chart of the same width has too, so that a moment stands at the same place in both. */
  alignedWith?: { width: number; left: number } | undefined
}
