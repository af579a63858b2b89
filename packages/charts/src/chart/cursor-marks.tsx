import type { ReactElement } from 'react'
import { formatDegree, type Speech } from '../cursor/describe-moment.ts'
import { readMoment } from '../cursor/read-moment.ts'
import { FONT_SIZE, type PlotModel } from '../plot/plot-model.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { formatValue } from '../value/format-value.ts'
import { textWidth } from '../value/text-width.ts'

interface CursorMarksProps {
  model: PlotModel
  x: number
  seriesName: string
  brush: [number, number] | null
  /** On charts that only follow the cursor, the value is shown beside the crosshair. */
  isFollower: boolean
  speech: Speech
}

function Readout({
  model,
  x,
  seriesName,
  speech,
}: Pick<CursorMarksProps, 'model' | 'x' | 'seriesName' | 'speech'>): ReactElement | null {
  const tokens = model.props.tokens as ChartTokens
  const shown =
    model.lines.find(({ line }) => line.id === seriesName) ?? (model.lines.length === 1 ? model.lines[0] : undefined)
  const reading = shown && readMoment(shown.line, x)
  if (!shown || !reading || reading.max === null) return null
  const isDegree = model.props.kind === 'degree'
  const text = isDegree
    ? formatDegree(reading.max, speech.locale)
    : formatValue(reading.max, speech.unit, speech.locale)
  const width = textWidth(text, FONT_SIZE) + 10
  const at = model.xOf(x)
  const left = at + 6 + width > model.plotWidth ? at - 6 - width : at + 6
  return (
    <g transform={`translate(${Math.round(left)},14)`}>
      <rect width={width} height={17} rx={3} fill={tokens.tooltip} stroke={tokens.axis} />
      <text
        x={width / 2}
        y={12.5}
        textAnchor="middle"
        fontSize={FONT_SIZE}
        fontFamily={tokens.fontFamily}
        fill={tokens.text}
      >
        {text}
      </text>
    </g>
  )
}

/** Crosshair, dots on the lines and the dragged interval: everything that moves, in its own SVG over the static plot. */
export function CursorMarks({ model, x, seriesName, brush, isFollower, speech }: CursorMarksProps): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  const at = model.xOf(x)
  const isInside = at >= -0.5 && at <= model.plotWidth + 0.5
  return (
    <svg
      width={model.width}
      height={model.height}
      aria-hidden="true"
      style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }}
    >
      <g transform={`translate(${model.margin.left},${model.margin.top})`}>
        {isInside && (
          <line
            x1={at}
            x2={at}
            y1={0}
            y2={model.plotHeight}
            stroke={tokens.textMuted}
            strokeWidth={1}
            data-part="crosshair"
          />
        )}
        {isInside &&
          model.props.kind !== 'degree' &&
          model.lines.map(({ line, style }) => {
            const reading = readMoment(line, x)
            if (!reading || reading.max === null || reading.min === null) return null
            const isActive = line.id === seriesName
            if (line.tone === 'peer' && !isActive) return null
            const extreme = (reading.score ?? 0) < 0 ? reading.min : reading.max
            return (
              <circle
                key={line.id}
                cx={model.xOf(reading.t)}
                cy={model.yOf(extreme)}
                r={isActive ? 4.5 : 3}
                fill={style.color}
                stroke={tokens.background}
                strokeWidth={1.5}
              />
            )
          })}
        {isInside && isFollower && <Readout model={model} x={x} seriesName={seriesName} speech={speech} />}
        {brush && (
          <rect
            x={brush[0]}
            y={0}
            width={brush[1] - brush[0]}
            height={model.plotHeight}
            fill={tokens.accent}
            fillOpacity={0.14}
            stroke={tokens.accent}
            strokeOpacity={0.6}
            data-part="brush"
          />
        )}
      </g>
    </svg>
  )
}
