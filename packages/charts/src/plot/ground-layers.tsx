import type { ReactElement } from 'react'
import { FlagMarks } from '../flags/flag-marks.tsx'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { bandPath } from './band-path.ts'
import type { PlotIds } from './plot-ids.ts'
import { FONT_SIZE, type PlotModel } from './plot-model.ts'

/** The predicted future: from the latest data to the right edge. */
export function PredictionLayer({ model }: { model: PlotModel }): ReactElement | null {
  if (model.predictionFrom === null) return null
  const tokens = model.props.tokens as ChartTokens
  const x = Math.max(0, model.xOf(model.predictionFrom))
  const width = model.plotWidth - x
  if (width < 0.5) return null
  return (
    <g data-layer="prediction">
      <rect
        x={x}
        y={0}
        width={width}
        height={model.plotHeight}
        fill={tokens.prediction}
        fillOpacity={tokens.predictionOpacity}
      />
      {x > 0 && (
        <line
          x1={x}
          x2={x}
          y1={0}
          y2={model.plotHeight}
          stroke={tokens.textMuted}
          strokeDasharray="2 3"
          strokeWidth={1}
        />
      )}
    </g>
  )
}

/** Changes, in the room over the plot, where no bar stands. */
export function FlagLayer({ model }: { model: PlotModel }): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  return <FlagMarks placed={model.flags} top={-11} bottom={model.plotHeight} tokens={tokens} />
}

/** Intervals without data, hatched over the height of the plot; a strip at the bottom if only some lines have none. */
export function GapLayer({ model, ids }: { model: PlotModel; ids: PlotIds }): ReactElement {
  const box = (start: number, end: number) => {
    const x = Math.max(0, model.xOf(start))
    return { x, width: Math.max(1, Math.min(model.plotWidth, model.xOf(end)) - x) }
  }
  const isWhole = (start: number, end: number) => model.gaps.some((gap) => gap.start <= start && gap.end >= end)
  const partial =
    model.lines.length > 1
      ? model.lines.flatMap((line) => line.gaps.filter((g) => !isWhole(g.start, g.end)).map((gap) => ({ gap, line })))
      : []
  return (
    <g data-layer="gaps" clipPath={`url(#${ids.clip})`}>
      {model.gaps.map((gap) => (
        <rect
          key={gap.start}
          {...box(gap.start, gap.end)}
          y={0}
          height={model.plotHeight}
          fill={`url(#${ids.gapHatch})`}
        />
      ))}
      {partial.map(({ gap, line }) => (
        <rect
          key={`${line.line.id} ${gap.start}`}
          {...box(gap.start, gap.end)}
          y={model.plotHeight - 4}
          height={3}
          fill={line.style.color}
          fillOpacity={0.35}
        />
      ))}
    </g>
  )
}

export function GridLayer({ model }: { model: PlotModel }): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  return (
    <g data-layer="grid" stroke={tokens.grid} strokeWidth={1} shapeRendering="crispEdges">
      {model.valueTicks.map((tick) => (
        <line key={tick} x1={0} x2={model.plotWidth} y1={model.yOf(tick)} y2={model.yOf(tick)} />
      ))}
    </g>
  )
}

export function BandLayer({ model, ids }: { model: PlotModel; ids: PlotIds }): ReactElement | null {
  const tokens = model.props.tokens as ChartTokens
  const drawn = model.lines.filter(({ line }) => model.bands.includes(line))
  if (drawn.length === 0) return null
  return (
    <g data-layer="band" fillOpacity={tokens.bandOpacity} clipPath={`url(#${ids.clip})`}>
      {drawn.map(({ line, style }) => (
        <path
          key={line.id}
          data-band={line.tone ?? 'expected'}
          d={bandPath(line, model.domain, model.xOf, model.yOf)}
          fill={style.color}
        />
      ))}
    </g>
  )
}

/** A faint column under the selected period connects its bar to the line. */
export function SelectedColumnLayer({ model }: { model: PlotModel }): ReactElement | null {
  const tokens = model.props.tokens as ChartTokens
  const selected = model.props.highlights?.find((h) => h.id !== undefined && h.id === model.props.selectedHighlightId)
  if (!selected) return null
  const left = Math.max(0, model.xOf(selected.start))
  const right = Math.min(model.plotWidth, model.xOf(selected.end))
  if (right < 0 || left > model.plotWidth) return null
  const width = Math.max(2, right - left)
  return (
    <rect
      data-layer="selected"
      x={left}
      y={0}
      width={width}
      height={model.plotHeight}
      fill={tokens.accent}
      fillOpacity={0.1}
    />
  )
}

/** At the top of the plot; above it where the highest figure stands there. */
function unitBaseline({ valueTicks, yOf }: PlotModel): number {
  const highest = Math.min(...valueTicks.map(yOf))
  return Math.max(-3, Math.min(8, highest - 8))
}

/** Ticks with their labels: figures and one unit on the left, time on two levels below. */
export function AxesLayer({ model }: { model: PlotModel }): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  const { plotHeight, plotWidth } = model
  return (
    <g
      data-layer="axes"
      fill={tokens.textMuted}
      fontSize={FONT_SIZE}
      fontFamily={tokens.fontFamily}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      <line
        x1={0}
        x2={plotWidth}
        y1={plotHeight + 0.5}
        y2={plotHeight + 0.5}
        stroke={tokens.axis}
        shapeRendering="crispEdges"
      />
      {model.valueTicks.map((tick) => (
        <text key={tick} x={-8} y={model.yOf(tick)} dy="0.35em" textAnchor="end">
          {model.axis.format(tick)}
        </text>
      ))}
      {model.axis.unitLabel && (
        <text x={-8} y={unitBaseline(model)} textAnchor="end">
          {model.axis.unitLabel}
        </text>
      )}
      {model.timeTicks.map((tick) => (
        <g key={tick.t} transform={`translate(${Math.round(tick.x * 10) / 10},${plotHeight})`}>
          <line y1={1} y2={5} x1={0} x2={0} stroke={tokens.axis} shapeRendering="crispEdges" />
          <text y={16} textAnchor="middle">
            {tick.label}
          </text>
          {tick.below && (
            <text y={29} textAnchor="middle" fill={tokens.text}>
              {tick.below}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}
