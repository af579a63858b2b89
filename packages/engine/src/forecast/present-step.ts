import { findStepMs } from '../series/find-step.ts'
import type { Frame } from '../series/frame.ts'

/** So many intervals, the last ones, say how far rows are apart at present. */
const RECENT_ROWS = 60
/** The present interval counts where it is so many times the step of the frame. */
const COARSER = 2

/**
 * The interval in milliseconds by which the series of a frame go on: that of its last rows with values, where these have come to be much farther apart than
 * its rows are in general, as after a change from a minute to an hour; else the step of the frame.
 */
export function presentStep({ times, columns, stepMs }: Frame): number {
  const recent: number[] = []
  for (let row = times.length - 1; row >= 0 && recent.length <= RECENT_ROWS; row--)
    if (columns.some((column) => !Number.isNaN(column[row]!))) recent.push(times[row]!)
  if (recent.length <= RECENT_ROWS) return stepMs
  const present = findStepMs(Float64Array.from(recent.reverse()))
  return present >= COARSER * stepMs ? present : stepMs
}
