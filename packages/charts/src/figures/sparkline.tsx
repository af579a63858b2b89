import type { ReactElement } from 'react'
import type { Values } from '../model/chart-types.ts'
import { valueAt } from '../model/sample-lookup.ts'
import { type ChartTokens, lightTokens } from '../tokens/chart-tokens.ts'

export interface SparklineProps {
  values: Values
  /** Indices that were flagged; each is a dot. */
  flagged?: readonly number[] | undefined
  width?: number | undefined
  height?: number | undefined
  color?: string | undefined
  tokens?: ChartTokens | undefined
  /** Accessible label; without one it is decoration beside an equivalent figure. */
  label?: string | undefined
}

interface Dot {
  x: number
  y: number
}

const PAD = 3
const px = (value: number) => Math.round(value * 10) / 10

/** Positions of the values in a small box; null for a gap. A constant series runs through the middle. */
export function sparklineDots(values: Values, width: number, height: number): (Dot | null)[] {
  const all = Array.from({ length: values.length }, (_, i) => valueAt(values, i))
  const present = all.filter((value) => value !== null)
  const min = present.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const max = present.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const stepX = values.length > 1 ? (width - 2 * PAD) / (values.length - 1) : 0
  const yOf = (value: number) =>
    max > min ? height - PAD - ((value - min) / (max - min)) * (height - 2 * PAD) : height / 2
  return all.map((value, i) => (value === null ? null : { x: px(PAD + i * stepX), y: px(yOf(value)) }))
}

function linePath(dots: readonly (Dot | null)[]): string {
  return dots.map((dot, i) => (dot ? `${i > 0 && dots[i - 1] ? 'L' : 'M'}${dot.x},${dot.y}` : '')).join('')
}

/** A word-sized line, ending in a dot at the newest value. */
export function Sparkline(props: SparklineProps): ReactElement {
  const { values, flagged = [], width = 96, height = 24, tokens = lightTokens, label } = props
  const color = props.color ?? tokens.textMuted
  const dots = sparklineDots(values, width, height)
  const last = dots.findLast((dot) => dot !== null)
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      role={label ? 'img' : 'presentation'}
      aria-label={label}
    >
      <path
        d={linePath(dots)}
        fill="none"
        stroke={color}
        strokeWidth={1.25}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last && <circle cx={last.x} cy={last.y} r={2} fill={color} />}
      {flagged.map((index) => {
        const dot = dots[index]
        return (
          dot && <circle key={index} cx={dot.x} cy={dot.y} r={2.25} fill="rgb(255, 60, 0)" stroke={tokens.background} />
        )
      })}
    </svg>
  )
}
