import type { LineGenerator } from '@nivo/line'
import type { ReactElement } from 'react'
import { mixColors } from '../highlight/color-mix.ts'
import { severityColor } from '../highlight/highlight-color.ts'
import { envelopeVertices } from '../model/line-vertices.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { areaPath } from './area-path.ts'
import type { PlotIds } from './plot-ids.ts'
import type { DrawnLine, PlotModel } from './plot-model.ts'

type Positions = ReadonlyMap<string, readonly { x: number; y: number }[]>

interface LinesProps {
  model: PlotModel
  ids: PlotIds
  /** Nivo's scaled positions by line. */
  positions: Positions
  lineGenerator: LineGenerator
}

function Envelope({ drawn, model }: { drawn: DrawnLine; model: PlotModel }): ReactElement | null {
  if (drawn.mode !== 'envelope') return null
  const edges = envelopeVertices(drawn.buckets, drawn.stepMs).map(({ x, low, high }) =>
    low === null || high === null ? null : { x: model.xOf(x), low: model.yOf(low), high: model.yOf(high) },
  )
  const { color, opacity } = drawn.style
  const fillOpacity = (model.props.tokens as ChartTokens).envelopeOpacity * opacity
  return (
    <path
      d={areaPath(edges)}
      fill={color}
      fillOpacity={fillOpacity}
      stroke={color}
      strokeOpacity={0.5 * opacity}
      strokeWidth={0.75}
      strokeLinejoin="round"
    />
  )
}

interface StrokeProps {
  drawn: DrawnLine
  points: readonly { x: number; y: number }[]
  isProvisional: boolean
  lineGenerator: LineGenerator
}

/** A line; its last segment is dashed while the newest bucket may still change. */
function Stroke({ drawn, points, isProvisional, lineGenerator }: StrokeProps): ReactElement {
  const { color, width, opacity, dash } = drawn.style
  const settled = isProvisional ? points.slice(0, -1) : points
  const stroke = {
    fill: 'none',
    stroke: color,
    strokeWidth: width,
    strokeOpacity: opacity,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  } as const
  const last = points.at(-1)
  return (
    <g data-line={drawn.line.id}>
      <path d={lineGenerator([...settled]) ?? ''} {...stroke} strokeDasharray={dash} />
      {isProvisional && last && last.y !== null && (
        <>
          <path d={lineGenerator(points.slice(-2)) ?? ''} {...stroke} strokeDasharray="2 3" />
          <circle cx={last.x} cy={last.y} r={2.5} fill="none" stroke={color} strokeWidth={1.25} />
        </>
      )}
    </g>
  )
}

/**
 * Lines, their envelopes and flagged dots. Nivo's own line layer supports neither a width nor a dash per line nor a clip region, so the
 * paths are made here, with Nivo's scales and generator.
 */
export function LinesLayer({ model, ids, positions, lineGenerator }: LinesProps): ReactElement {
  const isProvisional = model.props.isLastBucketProvisional === true
  // Peers first, then from the last to the first: the first line of the legend is on top.
  const ordered = model.lines.toReversed().sort((a, b) => rank(a) - rank(b))
  return (
    <g data-layer="lines" clipPath={`url(#${ids.clip})`}>
      {ordered.map((drawn) => (
        <Envelope key={drawn.line.id} drawn={drawn} model={model} />
      ))}
      {ordered.map((drawn) => (
        <Stroke
          key={drawn.line.id}
          drawn={drawn}
          points={positions.get(drawn.line.id) ?? []}
          isProvisional={isProvisional && drawn.line.tone !== 'forecast'}
          lineGenerator={lineGenerator}
        />
      ))}
    </g>
  )
}

function rank({ line, style }: DrawnLine): number {
  return line.tone === 'peer' ? 0 : style.opacity < 1 ? 1 : 2
}

/** Flagged samples as dots in their severity's colour: one path per colour; smaller if they are dense. */
export function FlaggedLayer({ model }: { model: PlotModel }): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  const dots = model.lines.flatMap((drawn) =>
    drawn.flagged.map((point) => ({
      x: model.xOf(point.t),
      y: model.yOf(point.v),
      color: severityColor((point.score ?? 10) * (point.side ?? 1)),
    })),
  )
  const stepPx = Math.min(...model.lines.map((drawn) => model.xOf(model.domain.from + drawn.stepMs)))
  const size = stepPx >= 5 ? 5 : 3
  return (
    <g data-layer="flagged" fill="none" strokeLinecap="round">
      {dotPaths(dots).map(({ color, d }) => (
        <g key={color}>
          <path d={d} stroke={mixColors(color, tokens.markEdge, 0.55)} strokeWidth={size + 1.5} />
          <path d={d} stroke={color} strokeWidth={size} />
        </g>
      ))}
    </g>
  )
}

interface Dot {
  x: number
  y: number
  color: string
}

const px = (value: number) => Math.round(value * 10) / 10

/** Dots as zero-length strokes (round caps make them discs), joined into one path per colour. */
function dotPaths(dots: readonly Dot[]): { color: string; d: string }[] {
  const byColor = new Map<string, string>()
  for (const { x, y, color } of dots) byColor.set(color, `${byColor.get(color) ?? ''}M${px(x)},${px(y)}h0`)
  return [...byColor].map(([color, d]) => ({ color, d }))
}
