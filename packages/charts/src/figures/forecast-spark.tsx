import type { ReactElement } from 'react'
import type { Values } from '../model/chart-types.ts'
import { valueAt } from '../model/sample-lookup.ts'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'

interface SparkLine {
  times: ArrayLike<number>
  values: Values
}

export interface ForecastSparkProps {
  past: SparkLine
  /** Begins after the last value of the past. */
  ahead: SparkLine
  /** What the forecast crosses. */
  limit: number
  width: number
  height: number
  tokens?: ChartTokens | undefined
}

const PAD = 2
const px = (value: number) => Math.round(value * 10) / 10

const pointsOf = ({ times, values }: SparkLine): { t: number; v: number }[] =>
  Array.from({ length: times.length }, (_, i) => ({ t: times[i]!, v: valueAt(values, i) })).filter(
    (point): point is { t: number; v: number } => point.v !== null,
  )

/** A word-sized line up to now, and dashed from there over the limit that it is forecast to cross. Decoration beside figures. */
export function ForecastSpark(props: ForecastSparkProps): ReactElement | null {
  const { past, ahead, limit, width, height, tokens = LIGHT_TOKENS } = props
  const known = pointsOf(past)
  const coming = pointsOf(ahead)
  const [first, now, last] = [known[0], known.at(-1), coming.at(-1)]
  if (first === undefined || now === undefined || last === undefined) return null
  const values = [...known, ...coming].map(({ v }) => v)
  const bottom = Math.min(limit, ...values)
  const span = Math.max(limit, ...values) - bottom
  const xOf = (t: number) => px(((t - first.t) / Math.max(1, last.t - first.t)) * width)
  const yOf = (v: number) => px(span > 0 ? height - PAD - ((v - bottom) / span) * (height - 2 * PAD) : height / 2)
  const path = (points: readonly { t: number; v: number }[]) =>
    points.map(({ t, v }, i) => `${i === 0 ? 'M' : 'L'}${xOf(t)} ${yOf(v)}`).join('')
  const stroke = { fill: 'none', stroke: tokens.text, strokeWidth: 1.25, vectorEffect: 'non-scaling-stroke' } as const
  return (
    <svg width="100%" height={height} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <rect
        x={xOf(now.t)}
        width={px(width - xOf(now.t))}
        height={height}
        fill={tokens.prediction}
        fillOpacity={tokens.predictionOpacity}
      />
      <line {...stroke} x1={0} x2={width} y1={yOf(limit)} y2={yOf(limit)} strokeWidth={1} strokeDasharray="1 2" />
      <path {...stroke} d={path(known)} />
      <path {...stroke} d={path([now, ...coming])} strokeDasharray="4 3" data-part="forecast" />
    </svg>
  )
}
