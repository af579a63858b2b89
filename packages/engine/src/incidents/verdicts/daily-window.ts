import type { DailyWindow, ToLocal } from './verdict.ts'

const MINUTE = 60_000
const DAY_MINUTES = 1_440
const DAY = DAY_MINUTES * MINUTE
/** What starts within two hours of the day on three days or more keeps to a time. */
const WIDEST = 120
/** Days on which it starts then, at least. */
const MIN_DAYS = 3
/** Minutes added on either side. */
const MARGIN = 15
/** Longer ones are not what comes at a time of the day. */
const LONGEST_MS = 6 * 60 * MINUTE

type Span = { start: number; end: number }

/**
 * The time of the day that spans keep to, with a quarter of an hour around; on one weekday where all fall on it.
 * Undefined where they are on fewer than three days, start more than two hours apart, or last beyond six hours.
 */
export function findDailyWindow(spans: readonly Span[], toLocal: ToLocal): DailyWindow | undefined {
  const starts = spans.map(({ start }) => toLocal(start))
  const days = new Set(starts.map((start) => Math.floor(start / DAY)))
  const longest = spans.reduce((max, { start, end }) => Math.max(max, end - start), 0)
  if (days.size < MIN_DAYS || longest > LONGEST_MS) return undefined
  const minutes = starts.map(minuteOf).sort((a, b) => a - b)
  const from = afterWidestBreak(minutes)
  const width = Math.max(...minutes.map((minute) => (minute - from + DAY_MINUTES) % DAY_MINUTES))
  if (width > WIDEST) return undefined
  const length = width + Math.ceil(longest / MINUTE) + 1 + 2 * MARGIN
  const fromMinute = (from - MARGIN + DAY_MINUTES) % DAY_MINUTES
  const window = { fromMinute, toMinute: (fromMinute + length) % DAY_MINUTES }
  const weekdays = new Set(starts.map((start) => weekdayOf(start - passedMs(window, start))))
  return weekdays.size === 1 ? { ...window, weekday: [...weekdays][0]! } : window
}

/** Whether a span starts within the window. */
export function isWithin(window: DailyWindow, span: Span, toLocal: ToLocal): boolean {
  const start = toLocal(span.start)
  const passed = passedMs(window, start)
  const lengthMs = ((window.toMinute - window.fromMinute + DAY_MINUTES) % DAY_MINUTES) * MINUTE
  if (passed >= lengthMs) return false
  return window.weekday === undefined || weekdayOf(start - passed) === window.weekday
}

/** How long before a local time the window last began, in whole minutes. */
function passedMs({ fromMinute }: DailyWindow, localTime: number): number {
  return ((minuteOf(localTime) - fromMinute + DAY_MINUTES) % DAY_MINUTES) * MINUTE
}

function minuteOf(localTime: number): number {
  return Math.floor((((localTime % DAY) + DAY) % DAY) / MINUTE)
}

/** Of a local time; the first of January 1970 was a Thursday. */
function weekdayOf(localTime: number): number {
  return (((Math.floor(localTime / DAY) + 4) % 7) + 7) % 7
}

/** On the clock face, the minute after the longest interval without any. */
function afterWidestBreak(minutes: readonly number[]): number {
  let best = minutes[0]!
  let widest = minutes[0]! + DAY_MINUTES - minutes[minutes.length - 1]!
  for (let k = 1; k < minutes.length; k++) {
    const gap = minutes[k]! - minutes[k - 1]!
    if (gap > widest) {
      widest = gap
      best = minutes[k]!
    }
  }
  return best
}
