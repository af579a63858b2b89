import type { ReactElement } from 'react'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'

export interface TrendBarsProps {
  counts: readonly number[]
  width: number
  height: number
  /** At least so many px a bar: neighbours are added up. */
  minBarPx?: number | undefined
  tokens?: ChartTokens | undefined
}

const GAP = 1

/** Counts over a time in the size of a word. Decoration beside figures. */
export function TrendBars({
  counts,
  width,
  height,
  minBarPx = 3,
  tokens = LIGHT_TOKENS,
}: TrendBarsProps): ReactElement {
  const bars = joinCounts(counts, Math.max(1, Math.floor(width / minBarPx)))
  const max = Math.max(1, ...bars)
  const slot = width / Math.max(1, bars.length)
  const bar = Math.max(0.5, slot - (slot > 2 ? GAP : 0))
  const path = bars
    .map((count, i) => {
      const high = count > 0 ? Math.max(1.5, (count / max) * (height - 2)) : 0
      return high > 0 ? `M${round(i * slot)} ${height - 1}h${round(bar)}v${-round(high)}h${-round(bar)}Z` : ''
    })
    .join('')
  return (
    <svg width={width} height={height} aria-hidden="true" style={{ display: 'block' }}>
      <path d={path} fill={tokens.textMuted} />
      <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} stroke={tokens.axis} />
    </svg>
  )
}

/** Neighbours added up, so that at most so many are left. */
export function joinCounts(counts: readonly number[], max: number): number[] {
  const size = Math.max(1, Math.ceil(counts.length / max))
  const joined = new Array<number>(Math.ceil(counts.length / size)).fill(0)
  for (const [i, count] of counts.entries()) joined[Math.floor(i / size)]! += count
  return joined
}

const round = (value: number): number => Math.round(value * 10) / 10
