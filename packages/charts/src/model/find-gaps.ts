import type { ChartGap, ChartLine, TimeDomain } from './chart-types.ts'
import { isJump } from './line-vertices.ts'
import { stepOf, valueAt, visibleRange } from './sample-lookup.ts'

/** Intervals inside a domain where a line has no value: runs of nulls, and jumps in its times. */
export function lineGaps(line: ChartLine, domain: TimeDomain): ChartGap[] {
  const [first, last] = visibleRange(line.times, domain)
  const step = stepOf(line)
  const gaps: ChartGap[] = []
  let lastPresent: number | null = null
  let isMissing = false
  for (let i = first; i < last; i++) {
    const t = line.times[i]!
    if (valueAt(line.max, i) === null) {
      isMissing = true
      continue
    }
    const from = lastPresent ?? line.times[first]!
    if (isMissing || (lastPresent !== null && isJump(lastPresent, t, step))) gaps.push({ start: from, end: t })
    lastPresent = t
    isMissing = false
  }
  if (isMissing) gaps.push({ start: lastPresent ?? line.times[first]!, end: line.times[last - 1]! })
  return gaps.filter((gap) => gap.end > gap.start)
}

function intersect(a: readonly ChartGap[], b: readonly ChartGap[]): ChartGap[] {
  const both: ChartGap[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const start = Math.max(a[i]!.start, b[j]!.start)
    const end = Math.min(a[i]!.end, b[j]!.end)
    if (end > start) both.push({ start, end })
    if (a[i]!.end < b[j]!.end) i++
    else j++
  }
  return both
}

/** Intervals where no line has a value: gaps of the chart, hatched over its full height. */
export function commonGaps(perLine: readonly (readonly ChartGap[])[]): ChartGap[] {
  const [first, ...rest] = perLine
  return first ? rest.reduce<ChartGap[]>(intersect, [...first]) : []
}

/** Sorted, with overlapping intervals joined. */
export function joinGaps(gaps: readonly ChartGap[]): ChartGap[] {
  const joined: ChartGap[] = []
  for (const gap of gaps.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && gap.start <= last.end) last.end = Math.max(last.end, gap.end)
    else joined.push({ ...gap })
  }
  return joined
}
