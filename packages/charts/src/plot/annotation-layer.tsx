import type { ReactElement } from 'react'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { textWidth } from '../value/text-width.ts'
import type { PlotModel } from './plot-model.ts'

const NUMBER_SIZE = 10
/** A bar this wide has room for its number, px. */
const ROOM = 14
const PEAK_SIZE = 12

/** The number of the worst finding of each bar, inside it. */
function BarNumbers({ model }: { model: PlotModel }): ReactElement | null {
  const { annotations } = model.props
  if (!annotations?.length) return null
  const numbers = new Map(annotations.map(({ highlightId, number }) => [highlightId, String(number)]))
  return (
    <g fontSize={NUMBER_SIZE} fontWeight={700} fill="#1a1d23">
      {model.bars.map(({ x, width, worst, isMissingValue }) => {
        const text = worst.id === undefined ? undefined : numbers.get(worst.id)
        if (text === undefined || isMissingValue || width < Math.max(ROOM, textWidth(text, NUMBER_SIZE) + 6))
          return null
        return (
          <text key={`${x} ${worst.start}`} x={x + 5} y={9.5}>
            {text}
          </text>
        )
      })}
    </g>
  )
}

/** A value written at its point; at the right edge to the left of it. */
function Peak({ model }: { model: PlotModel }): ReactElement | null {
  const { peak } = model.props
  const tokens = model.props.tokens as ChartTokens
  if (!peak || peak.t < model.domain.from || peak.t > model.domain.to) return null
  const [x, y] = [model.xOf(peak.t), model.yOf(peak.v)]
  if (!(y >= -1 && y <= model.plotHeight + 1)) return null
  const isAtEdge = x + 8 + textWidth(peak.text, PEAK_SIZE) > model.plotWidth
  return (
    <text
      x={isAtEdge ? x - 7 : x + 7}
      y={Math.max(26, Math.min(model.plotHeight - 4, y - 3))}
      textAnchor={isAtEdge ? 'end' : 'start'}
      fontSize={PEAK_SIZE}
      fontWeight={600}
      fill={tokens.text}
      stroke={tokens.background}
      strokeWidth={3}
      paintOrder="stroke"
      data-part="peak"
    >
      {peak.text}
    </text>
  )
}

/** What is written into a plot: numbers of findings and the peak of the one in focus. */
export function AnnotationLayer({ model }: { model: PlotModel }): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  return (
    <g data-layer="annotations" fontFamily={tokens.fontFamily} pointerEvents="none">
      <BarNumbers model={model} />
      <Peak model={model} />
    </g>
  )
}
