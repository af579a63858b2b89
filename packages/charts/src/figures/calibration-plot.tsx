import type { ReactElement } from 'react'
import { type ChartLabels, englishLabels } from '../labels/chart-labels.ts'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import { type LogAxis, logAxis } from './log-axis.ts'

/** At a nominal rate (1 - pvalue), the share of normal samples that was flagged; low and high bound its uncertainty. */
export interface CalibrationPoint {
  nominal: number
  observed: number
  low?: number | undefined
  high?: number | undefined
}

export interface CalibrationPlotProps {
  points: readonly CalibrationPoint[]
  /** The nominal rate in use, 1 - pvalue. */
  current?: number | undefined
  size?: number | undefined
  tokens?: ChartTokens | undefined
  labels?: ChartLabels | undefined
  locale?: string | undefined
}

const MARGIN = { top: 10, right: 22, bottom: 42, left: 62 }

function percent(value: number, locale: string): string {
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(value * 100)}\u00a0%`
}

interface FrameProps {
  axis: LogAxis
  inner: number
  tokens: ChartTokens
  labels: ChartLabels
  locale: string
}

function Frame({ axis, inner, tokens, labels, locale }: FrameProps): ReactElement {
  return (
    <g fontSize={11} fill={tokens.textMuted} fontFamily={tokens.fontFamily}>
      {axis.decades.map((decade) => (
        <g key={decade}>
          <line x1={0} x2={inner} y1={inner - axis.toPx(decade)} y2={inner - axis.toPx(decade)} stroke={tokens.grid} />
          <line x1={axis.toPx(decade)} x2={axis.toPx(decade)} y1={0} y2={inner} stroke={tokens.grid} />
          <text x={-8} y={inner - axis.toPx(decade)} dy="0.35em" textAnchor="end">
            {percent(decade, locale)}
          </text>
          <text x={axis.toPx(decade)} y={inner + 16} textAnchor="middle">
            {percent(decade, locale)}
          </text>
        </g>
      ))}
      <path d={`M0,${inner}L${inner},0`} stroke={tokens.textMuted} strokeDasharray="4 4" fill="none" />
      <text x={inner} y={inner + 34} textAnchor="end">
        {labels.nominal} →
      </text>
      <text transform={`translate(${-MARGIN.left + 12},0) rotate(-90)`} textAnchor="end">
        {labels.observed} →
      </text>
    </g>
  )
}

function Mark({
  point,
  axis,
  inner,
  tokens,
  label,
}: {
  point: CalibrationPoint
  axis: LogAxis
  inner: number
  tokens: ChartTokens
  label: string
}): ReactElement {
  const x = axis.toPx(point.nominal)
  const y = inner - axis.toPx(point.observed)
  const color = tokens.lines[0]!
  return (
    <g>
      {point.low !== undefined && point.high !== undefined && (
        <path
          d={`M${x},${inner - axis.toPx(point.low)}V${inner - axis.toPx(point.high)}`}
          stroke={color}
          strokeOpacity={0.45}
          strokeWidth={2}
        />
      )}
      {/* Zero has no logarithm: a hollow mark at the bottom. */}
      <circle
        cx={x}
        cy={y}
        r={4}
        fill={point.observed > 0 ? color : tokens.background}
        stroke={color}
        strokeWidth={1.5}
      >
        <title>{label}</title>
      </circle>
    </g>
  )
}

/** Nominal against observed false alarms, both logarithmic: points on the dashed diagonal are calibrated. */
export function CalibrationPlot(props: CalibrationPlotProps): ReactElement {
  const { points, current, size = 320, tokens = LIGHT_TOKENS, labels = englishLabels, locale = 'en' } = props
  const inner = size - MARGIN.left - MARGIN.right
  const height = inner + MARGIN.top + MARGIN.bottom
  const axis = logAxis(
    points.flatMap((p) => [p.nominal, p.observed, p.low ?? 0, p.high ?? 0]),
    inner,
  )
  const describePoint = (p: CalibrationPoint) =>
    `${labels.nominal} ${percent(p.nominal, locale)}, ${labels.observed} ${p.observed > 0 ? percent(p.observed, locale) : labels.noneSeen}`
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={height}
      viewBox={`0 0 ${size} ${height}`}
      role="img"
      aria-label={`${labels.calibration}. ${points.map(describePoint).join('; ')}`}
      style={{ maxWidth: '100%', height: 'auto' }}
    >
      <g transform={`translate(${MARGIN.left},${MARGIN.top})`}>
        <Frame axis={axis} inner={inner} tokens={tokens} labels={labels} locale={locale} />
        {current !== undefined && current > 0 && (
          <line
            x1={axis.toPx(current)}
            x2={axis.toPx(current)}
            y1={0}
            y2={inner}
            stroke={tokens.accent}
            strokeOpacity={0.5}
            strokeWidth={1.5}
            data-part="current"
          />
        )}
        {points.map((point) => (
          <Mark
            key={point.nominal}
            point={point}
            axis={axis}
            inner={inner}
            tokens={tokens}
            label={describePoint(point)}
          />
        ))}
      </g>
    </svg>
  )
}
