import type { ReactElement } from 'react'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { FLAG_WIDTH, type PlacedFlags } from './place-flags.ts'

interface FlagMarksProps {
  placed: readonly PlacedFlags[]
  /** Where the flags and their lines begin and end. */
  top: number
  bottom: number
  tokens: ChartTokens
}

/** A flag at the top for each place, a dashed line down from it. */
export function FlagMarks({ placed, top, bottom, tokens }: FlagMarksProps): ReactElement | null {
  if (placed.length === 0) return null
  return (
    <g data-layer="flags" fill={tokens.text} stroke={tokens.textMuted} pointerEvents="none">
      {placed.map(({ x, flags: [first, ...others] }) => (
        <g key={first?.id} data-flag={1 + others.length}>
          <line x1={x} x2={x} y1={top + 10} y2={bottom} strokeDasharray="3 3" />
          <path d={`M${x} ${top}h${FLAG_WIDTH}l-2.5 3.5l2.5 3.5h${-FLAG_WIDTH}Z`} stroke="none" />
          <line x1={x} x2={x} y1={top} y2={top + 11} stroke={tokens.text} />
        </g>
      ))}
    </g>
  )
}
