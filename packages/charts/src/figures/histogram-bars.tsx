import type { ReactElement } from 'react'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import { axisFormat } from '../value/format-value.ts'
import { textWidth } from '../value/text-width.ts'
import { valueTicks } from '../value/value-ticks.ts'

export interface HistogramBarsProps {
  /** Of equal width, ascending. */
  bars: readonly { from: number; to: number; count: number }[]
  unit?: string | undefined
  width: number
  height: number
  /** Accessible label: what the bars say. */
  label: string
  locale: string
  tokens?: ChartTokens | undefined
}

const AXIS_HEIGHT = 20
const FONT_SIZE = 11
const TICK_ROOM = 96

/** How often numbers occur, neutral. */
export function HistogramBars(props: HistogramBarsProps): ReactElement {
  const { bars, unit = '', width, height, label, locale, tokens = LIGHT_TOKENS } = props
  const from = bars[0]?.from ?? 0
  const to = bars.at(-1)?.to ?? 1
  const max = Math.max(1, ...bars.map(({ count }) => count))
  const base = height - AXIS_HEIGHT
  const slot = width / Math.max(1, bars.length)
  const axis = axisOf({ from, to, unit, width, locale })
  return (
    <svg width={width} height={height} role="img" aria-label={label} style={{ display: 'block' }}>
      {bars.map(({ from: start, count }, i) => {
        const high = count > 0 ? Math.max(1, (count / max) * (base - 2)) : 0
        return (
          <rect
            key={start}
            x={i * slot}
            y={base - high}
            width={Math.max(0.5, slot - 1)}
            height={high}
            fill={tokens.peer}
          />
        )
      })}
      <line x1={0} x2={width} y1={base + 0.5} y2={base + 0.5} stroke={tokens.axis} />
      {axis.ticks.map(({ x, text, anchor }) => (
        <text key={text} x={x} y={height - 4} fontSize={FONT_SIZE} fill={tokens.textMuted} textAnchor={anchor}>
          {text}
        </text>
      ))}
      {axis.unitLabel !== '' && (
        <text x={width} y={height - 4} fontSize={FONT_SIZE} fill={tokens.textMuted} textAnchor="end">
          {axis.unitLabel}
        </text>
      )}
    </svg>
  )
}

interface AxisInput {
  from: number
  to: number
  unit: string
  width: number
  locale: string
}

type Anchor = 'start' | 'middle' | 'end'

/** Round numbers that leave the unit its place at the right. */
function axisOf({ from, to, unit, width, locale }: AxisInput) {
  const values = valueTicks(from, to, Math.max(1, Math.floor(width / TICK_ROOM)), unit)
  const { format, unitLabel } = axisFormat(values, unit, locale)
  const room = unitLabel === '' ? width : width - textWidth(unitLabel, FONT_SIZE) - 8
  const ticks = values
    .map((value) => ({ x: ((value - from) / Math.max(Number.MIN_VALUE, to - from)) * width, text: format(value) }))
    .map(({ x, text }) => {
      const half = textWidth(text, FONT_SIZE) / 2
      const anchor: Anchor = x < half ? 'start' : x + half > width ? 'end' : 'middle'
      return { x, text, anchor, end: anchor === 'end' ? x : anchor === 'start' ? 2 * half : x + half }
    })
    .filter(({ end }) => end <= room)
  return { ticks, unitLabel }
}
