import type { Frame } from '../series/frame.ts'
import type { CauseWindow } from './cause-window.ts'
import { MIN_VALUES, type Movement } from './measure-movement.ts'
import { instanceOf } from './pick-movers.ts'

/** Fewer rows in a row are missing at any time; so is a shorter part of the incident. */
const MIN_ROWS = 3
/** The least of them as a part of the incident. */
const MIN_SHARE = 0.25
/** A series that has holes or is nothing anyway says little by it. */
const USUALLY = 0.5
/** One metric may be 0 for any reason; all of an instance are when it is down. */
const MIN_METRICS = 2
/** To stop altogether counts like the most that a series of unknown spread can do. Fitted on simulated incidents. */
const DEVIATION = 200

/**
 * Which series stopped in an incident, as movements: an instance that goes down moves its metrics by little or reports
 * none, and is the origin all the same. A series stops where it reports nothing, or where all metrics of its instance
 * do that or are 0, at three rows in a row and a quarter of the incident. Rows at which no series reports are the
 * collector's and do not count. Undefined for the others, and for series that reported less than half of the time
 * before.
 */
export function measureStops(frame: Frame, window: CauseWindow): (Movement | undefined)[] {
  const rows = rowsMeasured(frame.columns, window)
  const min = Math.max(MIN_ROWS, MIN_SHARE * rows.length)
  const usual = frame.columns.map((column) => usualIn(column, window))
  const places = new Map<string, number[]>()
  for (const [place, key] of frame.series.entries()) {
    const name = instanceOf(key)
    places.set(name, [...(places.get(name) ?? []), place])
  }
  const stops: (Movement | undefined)[] = frame.columns.map(() => undefined)
  for (const members of places.values()) {
    const alive = members.filter((place) => usual[place]!.isAlive).map((place) => frame.columns[place]!)
    const isDown = (row: number): boolean =>
      alive.length >= MIN_METRICS && alive.every((column) => !(Math.abs(column[row]!) > 0))
    const down = Uint8Array.from(rows, (row) => (isDown(row) ? 1 : 0))
    for (const place of members) {
      const { isPresent, isAlive, last } = usual[place]!
      const column = frame.columns[place]!
      if (isPresent)
        stops[place] = stopOf(rows, (k) => Number.isNaN(column[rows[k]!]!) || (isAlive && down[k] === 1), min, last)
    }
  }
  return stops
}

function rowsMeasured(columns: readonly Float64Array[], { atRow, toRow }: CauseWindow): Int32Array {
  const rows = new Int32Array(Math.max(0, toRow - atRow))
  let count = 0
  for (let row = atRow; row < toRow; row++) {
    if (columns.some((column) => !Number.isNaN(column[row]!))) rows[count++] = row
  }
  return rows.subarray(0, count)
}

/** Whether a series usually reported before the incident, and something else than 0; and its last value. */
function usualIn(column: Float64Array, { fromRow, atRow }: CauseWindow) {
  let present = 0
  let nonZero = 0
  let last = Number.NaN
  for (let row = fromRow; row < atRow; row++) {
    const value = column[row]!
    if (Number.isNaN(value)) continue
    present++
    if (value !== 0) nonZero++
    last = value
  }
  const min = Math.max(MIN_VALUES, USUALLY * (atRow - fromRow))
  return { isPresent: present >= min, isAlive: nonZero >= min, last }
}

function stopOf(rows: Int32Array, isStopped: (k: number) => boolean, min: number, last: number): Movement | undefined {
  let begin = -1
  let longest = 0
  let length = 0
  for (let k = 0; k < rows.length; k++) {
    length = isStopped(k) ? length + 1 : 0
    if (length <= longest) continue
    longest = length
    begin = k - length + 1
  }
  if (longest < min) return undefined
  let stopped = 0
  for (let k = begin; k < rows.length; k++) if (isStopped(k)) stopped++
  return {
    deviation: DEVIATION,
    strength: DEVIATION,
    side: -1,
    onsetRow: rows[begin]!,
    persistence: stopped / (rows.length - begin),
    peak: last,
    usual: last,
    spread: 0,
    hasStopped: true,
  }
}
