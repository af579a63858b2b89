import type { ReactElement } from 'react'
import { mixColors } from '../highlight/color-mix.ts'
import { BAR_HEIGHT, type HighlightBar } from '../highlight/highlight-merge.ts'
import { rangeSegments } from '../highlight/range-segments.ts'
import { trianglePath } from '../highlight/triangle-path.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { textWidth } from '../value/text-width.ts'
import type { PlotIds } from './plot-ids.ts'
import type { PlotModel } from './plot-model.ts'

const COUNT_SIZE = 9

interface BarProps {
  bar: HighlightBar
  model: PlotModel
  ids: PlotIds
}

function Bar({ bar, model, ids }: BarProps): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  const isSelected = bar.members.some((h) => h.id !== undefined && h.id === model.props.selectedHighlightId)
  // Missing data is hatched; only an explicit colour shows between the strokes.
  const fill = bar.isMissingValue ? (bar.worst.color ?? tokens.background) : bar.color
  const edge = bar.isMissingValue ? tokens.hatch : mixColors(bar.color, tokens.markEdge, 0.45)
  const stroke = isSelected ? tokens.text : edge
  const facts = { 'data-highlight': bar.worst.id, 'data-count': bar.members.length }
  if (model.props.enableTriangleHighlight && !bar.isMissingValue) {
    const d = trianglePath(bar.x, bar.width, bar.isBelow)
    return (
      <path d={d} fill={fill} stroke={stroke} strokeWidth={isSelected ? 1.5 : 0.75} strokeLinejoin="round" {...facts} />
    )
  }
  const box = { x: bar.x, y: 0, width: bar.width, height: BAR_HEIGHT }
  // The outline is drawn inside the box, so that the bar keeps its width.
  const inset = { x: bar.x + 0.5, y: 0.5, width: bar.width - 1, height: BAR_HEIGHT - 1 }
  return (
    <>
      <rect {...box} fill={fill} {...facts} />
      {bar.isMissingValue && <rect {...box} fill={`url(#${ids.missingHatch})`} />}
      <rect
        {...inset}
        fill="none"
        stroke={stroke}
        strokeWidth={isSelected ? 1.5 : 1}
        strokeOpacity={isSelected ? 1 : 0.7}
      />
    </>
  )
}

/** How many periods a merged bar stands for: inside it if it fits, else above. */
function CountLabel({ bar, model }: Omit<BarProps, 'ids'>): ReactElement | null {
  const tokens = model.props.tokens as ChartTokens
  if (bar.members.length < 2) return null
  const text = String(bar.members.length)
  const fits = !model.props.enableTriangleHighlight && bar.width >= textWidth(text, COUNT_SIZE) + 6
  const isDark = !bar.isMissingValue && /^rgb\(255, (\d|[1-9]\d|1[01]\d), 0\)$/.test(bar.color)
  const fill = !fits ? tokens.text : bar.isMissingValue ? tokens.text : isDark ? '#ffffff' : '#1c2128'
  return (
    <text
      x={bar.x + bar.width / 2}
      y={fits ? 9.3 : -4}
      textAnchor="middle"
      fontSize={COUNT_SIZE}
      fontWeight={600}
      fill={fill}
      fontFamily={tokens.fontFamily}
      pointerEvents="none"
    >
      {fits ? text : `×${text}`}
    </text>
  )
}

/** The bars or triangles of the periods, at the top edge. */
export function BarsLayer({ model, ids }: { model: PlotModel; ids: PlotIds }): ReactElement {
  return (
    <g data-layer="bars">
      {model.bars.map((bar) => (
        <g key={`${bar.x} ${bar.worst.start}`}>
          <Bar bar={bar} model={model} ids={ids} />
        </g>
      ))}
    </g>
  )
}

/** How many periods the merged bars stand for, above bars and range; numbered annotations show it themselves. */
export function CountsLayer({ model }: { model: PlotModel }): ReactElement | null {
  if (model.props.annotations?.length) return null
  return (
    <g data-layer="counts">
      {model.bars.map((bar) => (
        <CountLabel key={`${bar.x} ${bar.worst.start}`} bar={bar} model={model} />
      ))}
    </g>
  )
}

/** The selected range, in the same strip; lets the severity of the bars below show through. */
export function RangeLayer({ model }: { model: PlotModel }): ReactElement | null {
  const { highlightStartTime: start, highlightEndTime: end, tokens } = model.props
  if (start === undefined || end === undefined) return null
  const left = Math.max(0, model.xOf(Math.min(start, end)))
  const right = Math.min(model.plotWidth, model.xOf(Math.max(start, end)))
  if (right <= 0 || left >= model.plotWidth) return null
  return (
    <g data-layer="range">
      {rangeSegments(left, Math.max(right, left + 1), model.bars).map((segment) => (
        <rect
          key={segment.x}
          x={segment.x}
          y={0}
          width={segment.width}
          height={BAR_HEIGHT}
          fill={(tokens as ChartTokens).range}
          fillOpacity={segment.isOverBar ? 0.45 : 1}
        />
      ))}
    </g>
  )
}
