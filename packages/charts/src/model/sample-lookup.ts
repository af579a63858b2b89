import type { ChartLine, TimeDomain, Values } from './chart-types.ts'

/** Index of the first time that is not before t; the length if all are. */
export function lowerBound(times: ArrayLike<number>, t: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < t) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the time nearest to t, or -1 in an empty list. */
export function nearestIndex(times: ArrayLike<number>, t: number): number {
  if (times.length === 0) return -1
  const after = lowerBound(times, t)
  if (after === 0) return 0
  if (after === times.length) return after - 1
  return t - times[after - 1]! <= times[after]! - t ? after - 1 : after
}

/** The value at an index, or null in a gap. */
export function valueAt(values: Values | undefined, index: number): number | null {
  const value = values?.[index]
  return value !== null && value !== undefined && Number.isFinite(value) ? value : null
}

/** Half-open index range of the samples inside a domain, plus one on each side so that lines extend to the edges. */
export function visibleRange(times: ArrayLike<number>, domain: TimeDomain): [number, number] {
  const first = Math.max(0, lowerBound(times, domain.from) - 1)
  let last = lowerBound(times, domain.to)
  while (last < times.length && times[last]! <= domain.to) last++
  return [first, Math.min(times.length, last + 1)]
}

/** The interval between buckets: as given, otherwise the median of the first few hundred steps. */
export function stepOf(line: Pick<ChartLine, 'times' | 'stepMs'>): number {
  if (line.stepMs) return line.stepMs
  const steps: number[] = []
  for (let i = 1; i < Math.min(line.times.length, 400); i++) steps.push(line.times[i]! - line.times[i - 1]!)
  steps.sort((a, b) => a - b)
  return steps[steps.length >> 1] ?? 0
}

/** First and last time over all lines, or null without any sample. */
export function timeExtent(lines: readonly Pick<ChartLine, 'times'>[]): TimeDomain | null {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const { times } of lines) {
    if (times.length === 0) continue
    from = Math.min(from, times[0]!)
    to = Math.max(to, times[times.length - 1]!)
  }
  return from <= to ? { from, to } : null
}
