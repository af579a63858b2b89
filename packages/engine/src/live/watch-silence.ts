import { HICCUP_ROWS } from '../detect/gaps/gap-list.ts'
import { rowsNeeded } from '../detect/gaps/silent-finder.ts'
import type { QuietState } from './live-state.ts'

/** Fewer values do not say that more are to come. */
const FEWEST_VALUES = 20
/** What is usual is counted over about so many rows. */
const MEMORY_ROWS = 10_000
const DAY = 86_400_000

export function emptyQuiet(): QuietState {
  return { rows: 0, present: 0, fromRow: 0, start: 0, quietRows: 0, needed: 0, isOpen: false, isGone: false }
}

/** What a row does to a gap: it begins to be one that is reported, goes on, or ends. */
export type QuietChange = 'opened' | 'extended' | 'ended' | undefined

/**
 * Counts a row of a target, with the rules by which files find gaps: three rows without a value, and more where the target often lacks
 * some. After a day a silent target is not awaited any more.
 */
export function watchSilence(
  quiet: QuietState,
  isPresent: boolean,
  row: number,
  time: number,
  stepMs: number,
): QuietChange {
  return isPresent ? takeValue(quiet) : takeSilence(quiet, row, time, stepMs)
}

function takeValue(quiet: QuietState): QuietChange {
  const wasOpen = quiet.isOpen
  if (quiet.isGone) Object.assign(quiet, emptyQuiet())
  // A gap that is reported says nothing of how often a value is missing
  else if (!wasOpen) quiet.rows += quiet.quietRows
  quiet.quietRows = 0
  quiet.isOpen = false
  quiet.rows++
  quiet.present++
  if (quiet.rows > MEMORY_ROWS) {
    quiet.rows /= 2
    quiet.present /= 2
  }
  return wasOpen ? 'ended' : undefined
}

function takeSilence(quiet: QuietState, row: number, time: number, stepMs: number): QuietChange {
  if (quiet.present < FEWEST_VALUES || quiet.isGone) return undefined
  if (quiet.quietRows === 0) {
    quiet.fromRow = row
    quiet.start = time
    quiet.needed = Math.max(HICCUP_ROWS, rowsNeeded(1 - quiet.present / quiet.rows))
  }
  quiet.quietRows++
  if (quiet.isOpen) {
    quiet.isGone = quiet.quietRows * stepMs > DAY
    if (quiet.isGone) quiet.isOpen = false
    return quiet.isGone ? 'ended' : 'extended'
  }
  quiet.isOpen = quiet.quietRows >= quiet.needed
  return quiet.isOpen ? 'opened' : undefined
}
