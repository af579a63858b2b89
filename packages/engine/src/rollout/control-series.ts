import { medianInPlace } from '../stats/median-in-place.ts'
import { median } from '../stats/quantile.ts'

/** What the series were compared with, apart from themselves before. */
export type ControlKind = 'instances' | 'weeks' | 'days' | 'none'

/** Rows `[from, to)`. */
export type Rows = { from: number; to: number }

const DAY_MS = 86_400_000
/** Earlier weeks or days that are compared with. */
const MAX_CYCLES = 4
/** The part of both windows that a control must have values for. */
const NEEDED = 0.8

/** The median of several columns, row by row, each moved so that its median over some rows is 0. Views are not changed. */
export function medianOf(columns: readonly Float64Array[], level: Rows): Float64Array {
  const rows = columns[0]!.length
  const levels = columns.map((column) => median(column.subarray(level.from, level.to)))
  const buffer = new Float64Array(columns.length)
  const out = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    let count = 0
    for (const [k, column] of columns.entries()) {
      const value = column[row]! - levels[k]!
      if (!Number.isNaN(value)) buffer[count++] = value
    }
    out[row] = medianInPlace(buffer, count)
  }
  return out
}

/** A series without what its controls did at the same time. */
export type Controlled = { values: Float64Array; kind: ControlKind }

/**
 * Takes away what control instances did (difference in differences), or else the median of the same hours of up to `cycles` earlier weeks,
 * or days where there are no weeks; nothing where the frame reaches back too little.
 */
export function takeControl(
  values: Float64Array,
  others: readonly Float64Array[],
  windows: readonly [Rows, Rows],
  stepMs: number,
  cycles: number = MAX_CYCLES,
): Controlled {
  if (others.length > 0) {
    const controlled = subtract(values, medianOf(others, windows[0]))
    if (isCovered(controlled, values, windows)) return { values: controlled, kind: 'instances' }
  }
  for (const [kind, days] of [
    ['weeks', 7],
    ['days', 1],
  ] as const) {
    const lag = Math.round((days * DAY_MS) / stepMs)
    if (!(stepMs > 0) || Math.abs(lag * stepMs - days * DAY_MS) > 0.01 * stepMs) continue
    const controlled = subtract(values, earlierCycles(values, lag, windows[0].from, cycles))
    if (isCovered(controlled, values, windows)) return { values: controlled, kind }
  }
  return { values, kind: 'none' }
}

/** From row `from` on, the median of the values one to four lags earlier; NaN where there are none. */
function earlierCycles(values: Float64Array, lag: number, from: number, max: number): Float64Array {
  const out = new Float64Array(values.length).fill(Number.NaN)
  const cycles = Math.min(max, Math.floor(from / lag))
  const buffer = new Float64Array(cycles)
  for (let row = from; row < values.length; row++) {
    let count = 0
    for (let cycle = 1; cycle <= cycles; cycle++) {
      const value = values[row - cycle * lag]!
      if (!Number.isNaN(value)) buffer[count++] = value
    }
    out[row] = medianInPlace(buffer, count)
  }
  return out
}

function subtract(values: Float64Array, control: Float64Array): Float64Array {
  return values.map((value, row) => value - control[row]!)
}

function isCovered(controlled: Float64Array, values: Float64Array, windows: readonly Rows[]): boolean {
  return windows.every(({ from, to }) => {
    let wanted = 0
    let kept = 0
    for (let row = from; row < to; row++) {
      if (Number.isNaN(values[row]!)) continue
      wanted++
      if (!Number.isNaN(controlled[row]!)) kept++
    }
    return kept > 0 && kept >= NEEDED * wanted
  })
}
