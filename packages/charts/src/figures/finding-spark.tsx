import { type ReactElement, useId } from 'react'
import { severityColor } from '../highlight/highlight-color.ts'
import { valueAt } from '../model/sample-lookup.ts'
import { LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import type { FindingSparkProps } from './finding-spark-props.ts'

const PAD = 2
const px = (value: number) => Math.round(value * 10) / 10

/** A word-sized line around a finding, in its expected band, as wide as its place. Decoration beside figures. */
export function FindingSpark(props: FindingSparkProps): ReactElement {
  const { times, min, max, low, high, domain, finding, width, height, tokens = LIGHT_TOKENS } = props
  const hatch = useId()
  const samples = Array.from({ length: times.length }, (_, i) => ({
    t: times[i]!,
    // The side that the finding is on must not vanish in a bucket.
    v: valueAt((finding.val ?? 1) < 0 ? min : max, i),
    low: valueAt(low, i),
    high: valueAt(high, i),
  }))
  const values = samples.flatMap(({ v, low: l, high: h }) => [v, l, h]).filter((value) => value !== null)
  const bottom = Math.min(...values)
  const span = Math.max(...values) - bottom
  const xOf = (t: number) => px(((t - domain.from) / Math.max(1, domain.to - domain.from)) * width)
  const yOf = (v: number) => px(span > 0 ? height - PAD - ((v - bottom) / span) * (height - 2 * PAD) : height / 2)
  const path = (within: (index: number) => boolean) =>
    samples
      .map(({ t, v }, i) => {
        if (v === null || !within(i)) return ''
        const before = samples[i - 1]
        return `${before && before.v !== null && within(i - 1) ? 'L' : 'M'}${xOf(t)} ${yOf(v)}`
      })
      .join('')
  const banded = samples.filter((one) => one.low !== null && one.high !== null)
  const band = [...banded.map(({ t, high: h }) => [t, h!]), ...banded.toReversed().map(({ t, low: l }) => [t, l!])]
  const step = samples.length > 1 ? samples[1]!.t - samples[0]!.t : 0
  const isAbnormal = (i: number) => {
    const { t = Number.NaN } = samples[i] ?? {}
    return t + step > finding.start && t <= finding.end
  }
  // With the ways up to it and down from it
  const isIn = (i: number) => isAbnormal(i - 1) || isAbnormal(i) || isAbnormal(i + 1)
  const stroke = { fill: 'none', strokeLinejoin: 'round', vectorEffect: 'non-scaling-stroke' } as const
  return (
    <svg width="100%" height={height} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {finding.val === null && (
        <>
          <pattern id={hatch} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width={1.6} height={5} fill={tokens.hatch} />
          </pattern>
          <rect
            x={xOf(finding.start)}
            y={PAD}
            width={Math.max(2, xOf(finding.end) - xOf(finding.start))}
            height={height - 2 * PAD}
            fill={`url(#${hatch})`}
          />
          <line x1={0} x2={width} y1={height - 1} y2={height - 1} stroke={tokens.axis} />
        </>
      )}
      {band.length > 2 && (
        <path
          d={`${band.map(([t, v], i) => `${i === 0 ? 'M' : 'L'}${xOf(t!)} ${yOf(v!)}`).join('')}Z`}
          fill={tokens.text}
          fillOpacity={tokens.bandOpacity}
        />
      )}
      <path d={path(() => true)} {...stroke} stroke={tokens.text} strokeWidth={1.25} />
      {finding.val !== null && (
        <path d={path(isIn)} {...stroke} stroke={severityColor(finding.val)} strokeWidth={2} data-part="finding" />
      )}
    </svg>
  )
}
