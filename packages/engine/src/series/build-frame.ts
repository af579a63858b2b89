import { findStepMs } from './find-step.ts'
import type { Frame, SeriesKey } from './frame.ts'
import { mergeRows } from './merge-rows.ts'

/** All gaps together are never drawn out over more rows than this, or than the frame has of its own. */
const MIN_GAP_ROWS = 1_000

/**
 * Makes a frame of rows in any order. Rows are sorted by time; of rows with the same time the last value present wins, cell by
 * cell; slots of the grid that nothing was received for become rows of NaN, by the interval at that time where a longer one lasts. Times
 * keep their jitter. Where these would be more than 1,000 and than the rows received, long holes are filled more thinly, so that wrong
 * dates cannot take all memory.
 */
export function buildFrame(series: readonly SeriesKey[], times: Float64Array, columns: readonly Float64Array[]): Frame {
  if (columns.length !== series.length || columns.some((column) => column.length !== times.length))
    throw new RangeError('a frame needs one column per series and one value per time')
  const sorted = isAscending(times) ? { times, columns } : mergeRows(times, columns)
  const stepMs = findStepMs(sorted.times)
  const slots = placeRows(sorted.times, findLocalSteps(sorted.times, stepMs))
  if (slots === undefined) return { times: sorted.times, stepMs, series, columns: sorted.columns }
  return { times: slots.times, stepMs, series, columns: sorted.columns.map((column) => spread(column, slots)) }
}

/** A longer interval than the usual one that holds for so many steps is the interval of that time; fewer are holes of equal length. */
const LASTING_STEPS = 24
/** Steps that differ by less than this are of one interval. */
const JITTER = 1.25
/** A step this much longer than the interval leaves out a row. */
const LONGER = 1.5

/**
 * The interval that each row was due by after the one before it, in ms: the usual one, or a longer one from its first step until shorter steps
 * follow. Times ascend; the first row has the usual interval.
 */
function findLocalSteps(times: Float64Array, usualMs: number): Float64Array {
  const steps = new Float64Array(times.length).fill(usualMs)
  let from = 1
  while (from < times.length) {
    const first = times[from]! - times[from - 1]!
    if (first <= LONGER * usualMs) {
      from++
      continue
    }
    let to = from + 1
    while (to < times.length && isAlike(times[to]! - times[to - 1]!, first)) to++
    if (to - from >= LASTING_STEPS) {
      while (to < times.length && (times[to]! - times[to - 1]!) * JITTER >= first) to++
      steps.fill(first, from, to)
    }
    from = to
  }
  return steps
}

function isAlike(step: number, other: number): boolean {
  return step < other * JITTER && other < step * JITTER
}

type Slots = { times: Float64Array; rowOf: Uint32Array }

function isAscending(times: Float64Array): boolean {
  for (let k = 1; k < times.length; k++) if (!(times[k]! > times[k - 1]!)) return false
  return true
}

function missingRows(dt: number, stepMs: number, limit: number): number {
  return stepMs > 0 && dt > 1.5 * stepMs ? Math.min(Math.round(dt / stepMs) - 1, limit) : 0
}

function countMissing(times: Float64Array, steps: Float64Array, limit: number): number {
  let rows = 0
  for (let k = 1; k < times.length; k++) rows += missingRows(times[k]! - times[k - 1]!, steps[k]!, limit)
  return rows
}

function placeRows(times: Float64Array, steps: Float64Array): Slots | undefined {
  const budget = Math.max(MIN_GAP_ROWS, times.length)
  let limit = budget
  let added = countMissing(times, steps, limit)
  if (added === 0) return undefined
  while (added > budget) {
    limit = Math.floor(limit / 2)
    added = countMissing(times, steps, limit)
  }
  const slots = { times: new Float64Array(times.length + added), rowOf: new Uint32Array(times.length) }
  let row = 0
  for (let k = 0; k < times.length; k++) {
    const dt = k === 0 ? 0 : times[k]! - times[k - 1]!
    const missing = missingRows(dt, steps[k]!, limit)
    for (let m = 1; m <= missing; m++) slots.times[row++] = Math.round(times[k - 1]! + (dt * m) / (missing + 1))
    slots.rowOf[k] = row
    slots.times[row++] = times[k]!
  }
  return slots
}

function spread(column: Float64Array, slots: Slots): Float64Array {
  const out = new Float64Array(slots.times.length).fill(Number.NaN)
  for (let k = 0; k < column.length; k++) out[slots.rowOf[k]!] = column[k]!
  return out
}
