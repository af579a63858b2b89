import type { KeyboardEvent, PointerEvent, ReactElement } from 'react'
import { useState } from 'react'
import { mixColors } from '../highlight/color-mix.ts'
import { type ChartLabels, englishLabels } from '../labels/chart-labels.ts'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import { formatValue } from '../value/format-value.ts'
import { frequencyLevels, moveState, type StateCell } from './state-grid.ts'

export interface StateMapProps {
  /** How often each state occurred, row by row from the top; its length is a square, 1,024 for a map of 32 by 32. */
  frequency: ArrayLike<number>
  selected?: StateCell | null | undefined
  onSelect?: ((cell: StateCell) => void) | undefined
  /** States to ring, such as those that a period went through. */
  marked?: readonly StateCell[] | undefined
  size?: number | undefined
  tokens?: ChartTokens | undefined
  labels?: ChartLabels | undefined
  locale?: string | undefined
}

const LEVELS = 9
const LEGEND_HEIGHT = 26

/** One path per shade: a thousand cells in ten DOM nodes. */
function shadePaths(frequency: ArrayLike<number>, side: number, cell: number): string[] {
  const paths = new Array<string>(LEVELS + 1).fill('')
  frequencyLevels(frequency, LEVELS).forEach((level, i) => {
    const inset = cell > 6 ? 0.5 : 0
    const x = (i % side) * cell + inset
    const y = Math.floor(i / side) * cell + inset
    const edge = Math.round((cell - 2 * inset) * 100) / 100
    paths[level] += `M${Math.round(x * 100) / 100},${Math.round(y * 100) / 100}h${edge}v${edge}h${-edge}Z`
  })
  return paths
}

function Legend({
  size,
  tokens,
  labels,
  shade,
}: {
  size: number
  tokens: ChartTokens
  labels: ChartLabels
  shade: (level: number) => string
}): ReactElement {
  const swatch = 12
  const left = size / 2 - ((LEVELS + 1) * swatch) / 2
  return (
    <g transform={`translate(0,${size + 8})`} fontSize={11} fill={tokens.textMuted} fontFamily={tokens.fontFamily}>
      {Array.from({ length: LEVELS + 1 }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its index
        <rect key={level} x={left + level * swatch} width={swatch} height={10} fill={shade(level)} />
      ))}
      <text x={left - 6} y={9} textAnchor="end">
        {labels.rare}
      </text>
      <text x={left + (LEVELS + 1) * swatch + 6} y={9}>
        {labels.frequent}
      </text>
    </g>
  )
}

function Ring({ at, cell, color, width }: { at: StateCell; cell: number; color: string; width: number }): ReactElement {
  return (
    <rect
      x={at.column * cell}
      y={at.row * cell}
      width={cell}
      height={cell}
      fill="none"
      stroke={color}
      strokeWidth={width}
      rx={1}
      pointerEvents="none"
    />
  )
}

/** The states that a model learned, as a map: neighbours are similar, dark ones frequent. Arrow keys and clicks select a state. */
export function StateMap(props: StateMapProps): ReactElement {
  const { frequency, selected = null, onSelect, marked = [], size = 320 } = props
  const { tokens = LIGHT_TOKENS, labels = englishLabels, locale = 'en' } = props
  const [hasFocus, setFocus] = useState(false)
  const side = Math.round(Math.sqrt(frequency.length))
  const cell = size / Math.max(1, side)
  const shade = (level: number) =>
    level === 0 ? tokens.background : mixColors(tokens.frequency[0], tokens.frequency[1], (level - 1) / (LEVELS - 1))
  const total = Array.from({ length: frequency.length }, (_, i) => frequency[i] ?? 0).reduce((a, b) => a + b, 0)
  const describeCell = ({ column, row }: StateCell) =>
    labels.state(
      column + 1,
      row + 1,
      formatValue(total ? (100 * (frequency[row * side + column] ?? 0)) / total : 0, '%', locale),
    )
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveState(event.key, selected, side)
    if (!next || !onSelect) return
    event.preventDefault()
    onSelect(next)
  }
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    // A narrow page scales the map down.
    const shown = (cell * box.width) / size
    const column = Math.floor((event.clientX - box.left) / shown)
    const row = Math.floor((event.clientY - box.top) / shown)
    if (column >= 0 && row >= 0 && column < side && row < side) onSelect?.({ column, row })
  }
  const label = selected ? `${labels.stateMap}. ${describeCell(selected)}` : labels.stateMap
  const control = onSelect
    ? { role: 'application', tabIndex: 0, onKeyDown, onPointerDown, 'aria-live': 'polite' as const }
    : { role: 'img' }
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size + LEGEND_HEIGHT}
      viewBox={`0 0 ${size} ${size + LEGEND_HEIGHT}`}
      aria-label={label}
      {...control}
      onFocus={(event) => setFocus(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocus(false)}
      style={{
        outline: hasFocus ? `2px solid ${tokens.accent}` : 'none',
        outlineOffset: 2,
        borderRadius: 2,
        maxWidth: '100%',
        height: 'auto',
        cursor: onSelect ? 'pointer' : 'default',
      }}
    >
      <rect width={size} height={size} fill={tokens.grid} />
      {shadePaths(frequency, side, cell).map((d, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its index
        <path key={level} d={d} fill={shade(level)} data-level={level} />
      ))}
      {marked.map((at) => (
        <Ring key={`${at.column} ${at.row}`} at={at} cell={cell} color={tokens.outlier} width={1.5} />
      ))}
      {selected && <Ring at={selected} cell={cell} color={tokens.text} width={2} />}
      <Legend size={size} tokens={tokens} labels={labels} shade={shade} />
    </svg>
  )
}
