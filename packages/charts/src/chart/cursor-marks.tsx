import type { ReactElement } from 'react'
import { readMoment } from '../cursor/read-moment.ts'
import type { PlotModel } from '../plot/plot-model.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'

interface CursorMarksProps {
  model: PlotModel
  x: number
  seriesName: string
  brush: [number, number] | null
}

/** Crosshair, dots on the lines and the dragged interval: everything that moves, in its own SVG over the static plot. */
export function CursorMarks({ model, x, seriesName, brush }: CursorMarksProps): ReactElement {
  // On a chart without the line under the pointer, that in focus is marked.
  const marked = model.lines.some(({ line }) => line.id === seriesName) ? seriesName : model.props.focusLineId
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
            stroke={tokens.text}
            strokeOpacity={0.6}
            strokeDasharray="2 2"
            data-part="crosshair"
          />
        )}
        {isInside &&
          model.lines.map(({ line, style }) => {
            const reading = readMoment(line, x)
            if (!reading || reading.max === null || reading.min === null) return null
            const isActive = line.id === marked
            if (style.opacity < 1 && !isActive) return null
            const extreme = (reading.score ?? 0) < 0 ? reading.min : reading.max
            return (
              <circle
                key={line.id}
                cx={model.xOf(reading.t)}
                cy={model.yOf(extreme)}
                r={isActive ? 3.5 : 3}
                fill={isActive ? tokens.background : style.color}
                stroke={isActive ? style.color : tokens.background}
                strokeWidth={isActive ? 2 : 1.5}
              />
            )
          })}
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
