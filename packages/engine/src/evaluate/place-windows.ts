import type { Interval } from '../series/parse-intervals.ts'
import type { RowSpan } from './labelled-series.ts'

/** The rows of the windows, or the first window that holds no row. */
export type PlacedWindows = { kind: 'placed'; windows: RowSpan[] } | { kind: 'unplaced'; window: Interval }

/**
 * Finds the rows of labelled windows, both ends included. An end that is the time of a row means the first row of that time, as in
 * NAB; one between rows means the nearest row inside the window. `times` are epoch ms in the order of the rows and may stop or go back.
 */
export function placeWindows(times: Float64Array, windows: readonly Interval[]): PlacedWindows {
  const placed: RowSpan[] = []
  for (const window of windows) {
    const isInside = (time: number): boolean => time >= window.start && time <= window.end
    const [start, end] = [times.indexOf(window.start), times.indexOf(window.end)]
    const from = start >= 0 ? start : times.findIndex(isInside)
    const to = end >= 0 ? end : times.findLastIndex(isInside)
    if (from < 0 || to < from) return { kind: 'unplaced', window }
    placed.push({ from, to })
  }
  return { kind: 'placed', windows: placed }
}
