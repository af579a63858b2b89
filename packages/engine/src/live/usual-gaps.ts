import type { LocalClock } from '../series/local-clock.ts'
import type { PastGap } from './live-state.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Gaps are the same one again if they begin this close to each other by the clock. */
const SAME_TIME_MS = 30 * MINUTE
/** Days on which a gap has come before, after which it is expected: the third one is. */
const DAYS_NEEDED = 2
/** A gap that comes once a week is expected in the third week. */
const REMEMBERED_MS = 15 * DAY
const MAX_REMEMBERED = 40
/** A gap may be longer than all before by this part of the longest, and by this time at least. */
const LONGER = 0.5
const MIN_LONGER_MS = 5 * MINUTE
const LONGER_ROWS = 3

/** The gaps with one that has ended. Those at the same time of the same day are one, so that a series that flaps does not push out what recurs. */
export function rememberGap(gaps: readonly PastGap[], gap: PastGap, clock: LocalClock): PastGap[] {
  const recent = gaps.filter(({ start }) => start > gap.start - REMEMBERED_MS)
  const at = recent.findIndex(({ start }) => gap.start - start < DAY / 2 && isSameTime(start, gap.start, clock))
  if (at < 0) return [...recent, gap].slice(-MAX_REMEMBERED)
  const { start, durationMs } = recent[at]!
  return recent.with(at, { start, durationMs: Math.max(durationMs, gap.durationMs) })
}

/**
 * Until when a gap that began at `start` is expected, in epoch milliseconds: for about as long as the gaps lasted that began at the same time of other
 * days. -Infinity if it is not expected.
 */
export function expectedUntil(
  gaps: readonly PastGap[],
  start: number,
  { stepMs, clock }: { stepMs: number; clock: LocalClock },
): number {
  const isOtherDay = (ago: number): boolean => ago >= DAY / 2 && ago < REMEMBERED_MS
  const same = gaps.filter((gap) => isOtherDay(start - gap.start) && isSameTime(gap.start, start, clock))
  if (same.length < DAYS_NEEDED) return Number.NEGATIVE_INFINITY
  const longest = Math.max(...same.map(({ durationMs }) => durationMs))
  return start + longest + Math.max(LONGER * longest, MIN_LONGER_MS, LONGER_ROWS * stepMs)
}

/** Whether two times are close by the clock, on whichever days. */
function isSameTime(a: number, b: number, clock: LocalClock): boolean {
  const apart = (((clock(a) - clock(b)) % DAY) + DAY) % DAY
  return Math.min(apart, DAY - apart) <= SAME_TIME_MS
}
