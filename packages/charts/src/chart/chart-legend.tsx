import type { CSSProperties, ReactElement } from 'react'
import { type ChartLabels, englishLabels } from '../labels/chart-labels.ts'
import type { ChartLine } from '../model/chart-types.ts'
import { lineStyles } from '../plot/line-style.ts'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'

export interface ChartLegendProps {
  lines: readonly ChartLine[]
  focusLineId?: string | null | undefined
  /** Called with the line to focus, or null for none; without it the legend is not interactive. */
  onFocusLine?: ((lineId: string | null) => void) | undefined
  /** Names shown; the rest is only counted. */
  maxNames?: number | undefined
  tokens?: ChartTokens | undefined
  labels?: ChartLabels | undefined
}

const MAX_NAMES = 12

function Swatch({ color, dash }: { color: string; dash: string | undefined }): ReactElement {
  return (
    <svg width={14} height={8} aria-hidden="true" style={{ flex: 'none' }}>
      <line x1={0} x2={14} y1={4} y2={4} stroke={color} strokeWidth={2} strokeDasharray={dash} />
    </svg>
  )
}

function itemStyle(tokens: ChartTokens, isFaded: boolean): CSSProperties {
  return {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minHeight: 24,
    padding: 0,
    border: 0,
    background: 'none',
    color: isFaded ? tokens.textMuted : tokens.text,
    font: 'inherit',
  }
}

/** Names and strokes of a chart's lines; peers share one entry. A click focuses a line and shows its expected band. */
export function ChartLegend(props: ChartLegendProps): ReactElement {
  const { lines, focusLineId, onFocusLine, maxNames = MAX_NAMES, tokens = LIGHT_TOKENS, labels = englishLabels } = props
  const styles = lineStyles(lines, tokens)
  const named = lines.filter((line) => line.tone !== 'peer')
  const peers = lines.length - named.length
  const hasFocus = named.some((line) => line.id === focusLineId)
  return (
    <div
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: '0 16px',
        font: `12px/18px ${tokens.fontFamily}`,
        color: tokens.textMuted,
      }}
    >
      {named.slice(0, maxNames).map((line) => {
        const { color, dash } = styles.get(line.id)!
        const isFocused = line.id === focusLineId
        const style = itemStyle(tokens, hasFocus && !isFocused)
        const content = (
          <>
            <Swatch color={color} dash={dash} />
            {line.label}
          </>
        )
        if (!onFocusLine) {
          return (
            <span key={line.id} style={style}>
              {content}
            </span>
          )
        }
        return (
          <button
            key={line.id}
            type="button"
            aria-pressed={isFocused}
            style={{ ...style, cursor: 'pointer' }}
            onClick={() => onFocusLine(isFocused ? null : line.id)}
          >
            {content}
          </button>
        )
      })}
      {named.length > maxNames && <span style={itemStyle(tokens, true)}>{labels.more(named.length - maxNames)}</span>}
      {peers > 0 && (
        <span style={itemStyle(tokens, true)}>
          <Swatch color={tokens.peer} dash={undefined} />
          {labels.peers(peers)}
        </span>
      )}
    </div>
  )
}
