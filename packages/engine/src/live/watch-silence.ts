import { HICCUP_ROWS } from '../detect/gaps/gap-list.ts'
import { rowsNeeded } from '../detect/gaps/silent-finder.ts'
import type { LocalClock } from '../series/local-clock.ts'
import type { GapChange } from './gap-reports.ts'
import type { PastGap, QuietState } from './live-state.ts'
import { expectedUntil, rememberGap } from './usual-gaps.ts'

/** With fewer values it is not known that more are to come. */
const MIN_VALUES = 20
/** The share of missing values is counted over about this number of rows. */
const MEMORY_ROWS = 10_000
const MINUTE = 60_000
const DAY = 86_400_000

const NO_GAPS: readonly PastGap[] = []

export function emptyQuiet(): QuietState {
  return {
    rows: 0,
    present: 0,
    fromRow: 0,
    start: 0,
    quietRows: 0,
    needed: 0,
    isOpen: false,
    isGone: false,
    firstAt: Number.NaN,
    usualGaps: NO_GAPS,
  }
}

/** A saved state, which may come from before some of its fields were kept. */
export function restoreQuiet(saved: QuietState | undefined): QuietState {
  return { ...emptyQuiet(), ...saved }
}

/** The verdict on a gap that is long enough: it is reported, it may be reported later, or its target is not awaited any more. */
export type Verdict = 'report' | 'wait' | 'dismiss'

/**
 * `minKnownMs` is how long a target must have been seen before a gap of it is reported; `clock` tells the time of day at which gaps recur. `judge` is asked at
 * each row of a gap that is long enough, and not explained by the target itself; of a reported one once a minute.
 */
export type SilenceOptions = { stepMs: number; minKnownMs: number; clock: LocalClock; judge: () => Verdict }

/**
 * Counts a row of a target, with the rules by which files find gaps: three rows without a value, and more if the target often lacks
 * some. Gaps of young targets and gaps that recur at their time of day are not reported. A target that was silent for a day is not awaited any more.
 */
export function watchSilence(
  quiet: QuietState,
  isPresent: boolean,
  { row, time }: { row: number; time: number },
  options: SilenceOptions,
): GapChange {
  return isPresent ? takeValue(quiet, time, options) : takeSilence(quiet, row, time, options)
}

/** Stops awaiting a target; true if a gap of it was reported, which is over. */
export function dismiss(quiet: QuietState): boolean {
  const wasOpen = quiet.isOpen
  quiet.isOpen = false
  quiet.isGone = true
  return wasOpen
}

/** Stops awaiting a target that ended as its sender says. It is what it was if it comes back. */
export function endQuietly(quiet: QuietState): boolean {
  quiet.quietRows = 0
  return dismiss(quiet)
}

/** Whether the present gap is long enough to be reported, whatever becomes of it. */
export function isSilent({ quietRows, needed }: Pick<QuietState, 'quietRows' | 'needed'>): boolean {
  return quietRows > 0 && quietRows >= needed
}

function takeValue(quiet: QuietState, time: number, { clock }: SilenceOptions): GapChange {
  const wasOpen = quiet.isOpen
  // One that only ended is what it was before
  if (quiet.isGone && quiet.quietRows > 0) Object.assign(quiet, emptyQuiet(), { usualGaps: quiet.usualGaps })
  else if (isSilent(quiet))
    quiet.usualGaps = rememberGap(quiet.usualGaps, { start: quiet.start, durationMs: time - quiet.start }, clock)
  // A gap that was long enough says nothing of how often a value is missing
  else quiet.rows += quiet.quietRows
  quiet.isGone = false
  quiet.quietRows = 0
  quiet.isOpen = false
  if (quiet.present === 0) quiet.firstAt = time
  quiet.rows++
  quiet.present++
  if (quiet.rows > MEMORY_ROWS) {
    quiet.rows /= 2
    quiet.present /= 2
  }
  return wasOpen ? 'ended' : undefined
}

function takeSilence(quiet: QuietState, row: number, time: number, options: SilenceOptions): GapChange {
  const { stepMs, minKnownMs, clock, judge } = options
  if (quiet.present < MIN_VALUES || quiet.isGone) return undefined
  if (quiet.quietRows === 0) {
    quiet.fromRow = row
    quiet.start = time
    quiet.needed = Math.max(HICCUP_ROWS, rowsNeeded(1 - quiet.present / quiet.rows))
  }
  quiet.quietRows++
  if (!isSilent(quiet)) return undefined
  if (quiet.quietRows * stepMs > DAY) return dismiss(quiet) ? 'ended' : undefined
  if (quiet.isOpen) {
    // Thousands of gaps may be open at once
    if ((quiet.quietRows * stepMs) % MINUTE >= stepMs) return 'extended'
  } else {
    // States from before `firstAt` was kept are those of targets known for long
    if (quiet.start - quiet.firstAt < minKnownMs) return undefined
    if (time < expectedUntil(quiet.usualGaps, quiet.start, { stepMs, clock })) return undefined
  }
  const verdict = judge()
  if (verdict === 'dismiss') return dismiss(quiet) ? 'ended' : undefined
  if (quiet.isOpen) return 'extended'
  if (verdict === 'wait') return undefined
  quiet.isOpen = true
  return 'opened'
}
