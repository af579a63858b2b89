import type { HighlightBar } from './highlight-merge.ts'

export interface RangeSegment {
  x: number
  width: number
  /** Over a bar the range is translucent: the severity below must stay readable. */
  isOverBar: boolean
}

/** Splits the selected range at the edges of the bars that it covers. */
export function rangeSegments(left: number, right: number, bars: readonly HighlightBar[]): RangeSegment[] {
  const segments: RangeSegment[] = []
  const add = (from: number, to: number, isOverBar: boolean) => {
    if (to > from) segments.push({ x: from, width: to - from, isOverBar })
  }
  let at = left
  for (const bar of bars) {
    const from = Math.max(at, bar.x)
    const to = Math.min(right, bar.x + bar.width)
    if (to <= from) continue
    add(at, from, false)
    add(from, to, true)
    at = to
  }
  add(at, right, false)
  return segments
}
