import type { ReactElement } from 'react'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'

export interface WeekBarsProps {
  /** By day: this week and the one before, as shares of one. */
  days: readonly { label: string; now: number; before: number }[]
  width: number
  height: number
  /** Accessible label: what the bars say. */
  label: string
  tokens?: ChartTokens | undefined
}

const LABEL_HEIGHT = 20
const BAR_GAP = 2
const MAX_BAR_PX = 14

/** Two bars a day, neutral: the week before is an outline. As high as the largest share. */
export function WeekBars({ days, width, height, label, tokens = LIGHT_TOKENS }: WeekBarsProps): ReactElement {
  const max = Math.max(...days.flatMap(({ now, before }) => [now, before]), Number.MIN_VALUE)
  const base = height - LABEL_HEIGHT
  const slot = width / Math.max(1, days.length)
  const bar = Math.min(MAX_BAR_PX, slot / 2 - BAR_GAP * 2)
  const heightOf = (share: number) => (share > 0 ? Math.max(1, (share / max) * (base - 2)) : 0)
  return (
    <svg width={width} height={height} role="img" aria-label={label} style={{ display: 'block' }}>
      {days.map(({ label: name, now, before }, index) => {
        const middle = (index + 0.5) * slot
        return (
          <g key={name}>
            {before > 0 && (
              <rect
                x={middle - bar - BAR_GAP / 2 + 0.5}
                y={base - heightOf(before) + 0.5}
                width={bar - 1}
                height={heightOf(before)}
                fill="none"
                stroke={tokens.peer}
                data-week="before"
              />
            )}
            {now > 0 && (
              <rect
                x={middle + BAR_GAP / 2}
                y={base - heightOf(now)}
                width={bar}
                height={heightOf(now)}
                fill={tokens.textMuted}
                data-week="now"
              />
            )}
            <text x={middle} y={height - 5} textAnchor="middle" fontSize={11} fill={tokens.textMuted}>
              {name}
            </text>
          </g>
        )
      })}
      <line x1={0} x2={width} y1={base + 0.5} y2={base + 0.5} stroke={tokens.axis} />
    </svg>
  )
}
