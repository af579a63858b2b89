import type { ReactElement } from 'react'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { textWidth } from '../value/text-width.ts'
import type { PlotModel } from './plot-model.ts'
import type { PointNote } from './plot-props.ts'

const NUMBER_SIZE = 10
/** A bar this wide has room for its number, px. */
const ROOM = 14
const NOTE_SIZE = 12

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
        // A bar that stands for several has the number where that finding begins
        const room = x + width - textWidth(text, NUMBER_SIZE) - 5
        const at = Math.max(x + 5, Math.min(room, model.xOf(worst.start) + 5))
        return (
          <text key={`${x} ${worst.start}`} x={at} y={9.5}>
            {text}
          </text>
        )
      })}
    </g>
  )
}

/** A value written at its point; at the right edge to the left of it. */
function Note({ model, note, part }: { model: PlotModel; note: PointNote; part: string }): ReactElement | null {
  const tokens = model.props.tokens as ChartTokens
  if (note.t < model.domain.from || note.t > model.domain.to) return null
  const [x, y] = [model.xOf(note.t), model.yOf(note.v)]
  if (!(y >= -1 && y <= model.plotHeight + 1)) return null
  const isAtEdge = x + 8 + textWidth(note.text, NOTE_SIZE) > model.plotWidth
  return (
    <text
      x={isAtEdge ? x - 7 : x + 7}
      y={Math.max(26, Math.min(model.plotHeight - 4, y - 3))}
      textAnchor={isAtEdge ? 'end' : 'start'}
      fontSize={NOTE_SIZE}
      fontWeight={600}
      fill={tokens.text}
      stroke={tokens.background}
      strokeWidth={3}
      paintOrder="stroke"
      data-part={part}
    >
      {note.text}
    </text>
  )
}

/** Whether there is room for both. */
function areApart(model: PlotModel, peak: PointNote, latest: PointNote): boolean {
  const isBeside = model.xOf(latest.t) - model.xOf(peak.t) > textWidth(peak.text + latest.text, NOTE_SIZE) + 16
  return isBeside || Math.abs(model.yOf(latest.v) - model.yOf(peak.v)) > 1.5 * NOTE_SIZE
}

/** What is written into a plot: numbers of findings, the peak of the one in focus, and a last value that may still change. */
export function AnnotationLayer({ model }: { model: PlotModel }): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  const { peak, latest } = model.props
  return (
    <g data-layer="annotations" fontFamily={tokens.fontFamily} pointerEvents="none">
      <BarNumbers model={model} />
      {peak && <Note model={model} note={peak} part="peak" />}
      {latest && (!peak || areApart(model, peak, latest)) && <Note model={model} note={latest} part="latest" />}
    </g>
  )
}
