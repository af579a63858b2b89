import type { ChartLine, TimeDomain } from '../model/chart-types.ts'
import { isJump } from '../model/line-vertices.ts'
import { stepOf, valueAt, visibleRange } from '../model/sample-lookup.ts'
import { areaPath } from './area-path.ts'

/** A band is smooth: this many samples are enough, and leave the budget of points to the lines. */
export const BAND_SAMPLES = 400

/** Outline of a line's expected band, interrupted where there are no bounds. */
export function bandPath(
  line: ChartLine,
  domain: TimeDomain,
  xOf: (t: number) => number,
  yOf: (v: number) => number,
): string {
  if (!line.expected) return ''
  const [first, last] = visibleRange(line.times, domain)
  const stride = Math.max(1, Math.ceil((last - first) / BAND_SAMPLES))
  const step = stepOf(line) * stride
  const edges: ({ x: number; low: number; high: number } | null)[] = []
  let previous: number | null = null
  for (let i = first; i < last; i += stride) {
    const low = valueAt(line.expected.low, i)
    const high = valueAt(line.expected.high, i)
    const t = line.times[i]!
    if (previous !== null && isJump(previous, t, step)) edges.push(null)
    edges.push(low === null || high === null ? null : { x: xOf(t), low: yOf(low), high: yOf(high) })
    previous = t
  }
  return areaPath(edges)
}
