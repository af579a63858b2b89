import { localOffsetMs } from '../accounts/index.ts'

export const DAY_MS = 86_400_000

/** The day of a moment by the calendar of a zone: `2026-10-25`. */
export function localDay(time: number, timeZone: string): string {
  return new Date(time + localOffsetMs(timeZone, time)).toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The first moment of a local day: midnight, or where clocks are put forward at midnight, when they were. A day that a zone has left out
 * begins with the one after it.
 */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(day)
  const guess = midnight - localOffsetMs(timeZone, midnight)
  for (const start of [guess, midnight - localOffsetMs(timeZone, guess)])
    if (localDay(start, timeZone) === day && localDay(start - 1, timeZone) < day) return start
  let [before, start] = [midnight - 2 * DAY_MS, midnight + 2 * DAY_MS]
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2)
    if (localDay(middle, timeZone) < day) before = middle
    else start = middle
  }
  return start
}

/** The moment at which clocks show the same time on another day; where they skip it, the moment of the change. */
export function sameTimeOn(day: string, time: number, timeZone: string): number {
  const ofDay = (time + localOffsetMs(timeZone, time)) % DAY_MS
  const wall = Date.parse(day) + ((ofDay + DAY_MS) % DAY_MS)
  const found = wall - localOffsetMs(timeZone, wall - localOffsetMs(timeZone, wall))
  return Math.min(Math.max(found, startOfDay(day, timeZone)), startOfDay(addDays(day, 1), timeZone))
}
