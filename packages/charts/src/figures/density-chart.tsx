import type { ReactElement } from 'react'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import { axisFormat } from '../value/format-value.ts'
import { valueTicks } from '../value/value-ticks.ts'

export interface DensityChartProps {
  /** The values at which the densities are given, ascending. */
  at: readonly number[]
  /** In the order in which they are drawn. */
  curves: readonly { label: string; density: readonly number[]; color: string }[]
  /** What the chart says, for who does not see it. */
  label: string
  unit?: string | undefined
  width: number
  height: number
  tokens?: ChartTokens | undefined
  locale?: string | undefined
}

const MARGIN = { top: 22, right: 8, bottom: 22, left: 8 }

/** Densities over each other, each an area under its line; as high as the highest of them. */
export function DensityChart(props: DensityChartProps): ReactElement {
  const { at, curves, label, unit = '', width, height, tokens = LIGHT_TOKENS, locale = 'en' } = props
  const inner = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom }
  const [from, to] = [at[0] ?? 0, at.at(-1) ?? 1]
  const max = Math.max(...curves.flatMap(({ density }) => density), Number.MIN_VALUE)
  const xOf = (value: number) => round(((value - from) / (to - from || 1)) * inner.width)
  const yOf = (density: number) => round(inner.height - (density / max) * inner.height)
  const ticks = valueTicks(from, to, Math.max(2, Math.round(inner.width / 90)), unit)
  const axis = axisFormat(ticks, unit, locale)
  const line = (density: readonly number[]) =>
    density.map((one, k) => `${k === 0 ? 'M' : 'L'}${xOf(at[k] ?? to)},${yOf(one)}`).join('')
  return (
    <svg width={width} height={height} role="img" aria-label={label} style={{ display: 'block' }}>
      <g transform={`translate(${MARGIN.left},${MARGIN.top})`} fontSize={11} fontFamily={tokens.fontFamily}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={xOf(tick)} x2={xOf(tick)} y1={0} y2={inner.height} stroke={tokens.grid} />
            <text x={xOf(tick)} y={inner.height + 16} textAnchor="middle" fill={tokens.textMuted}>
              {axis.format(tick)}
            </text>
          </g>
        ))}
        {curves.map(({ label: name, density, color }) => (
          <g key={name} data-density={name}>
            <path
              d={`${line(density)}L${xOf(to)},${inner.height}L0,${inner.height}Z`}
              fill={color}
              fillOpacity={0.16}
            />
            <path d={line(density)} fill="none" stroke={color} strokeWidth={1.5} strokeLinejoin="round" />
          </g>
        ))}
        <line x1={0} x2={inner.width} y1={inner.height + 0.5} y2={inner.height + 0.5} stroke={tokens.axis} />
      </g>
      <g transform={`translate(${MARGIN.left},12)`} fontSize={12} fontFamily={tokens.fontFamily} fill={tokens.text}>
        {curves.map(({ label: name, color }, k) => (
          <g key={name} transform={`translate(${k * 96},0)`}>
            <line x1={0} x2={14} y1={-4} y2={-4} stroke={color} strokeWidth={2} />
            <text x={20}>{name}</text>
          </g>
        ))}
        {axis.unitLabel !== '' && (
          <text x={inner.width} textAnchor="end" fill={tokens.textMuted}>
            {axis.unitLabel}
          </text>
        )}
      </g>
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
