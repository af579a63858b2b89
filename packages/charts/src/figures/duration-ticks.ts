import { formatDuration } from '../time/format-duration.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const STEPS = [1, 2, 5, 10, 20, 30].map((n) => n * MINUTE)
const HOURS = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000].map((n) => n * HOUR)
const MAX = 4

/** Round durations up to a largest one, at most four; the last is not below it. */
export function durationTicks(maxMs: number, locale: string): { at: number; text: string }[] {
  const step = [...STEPS, ...HOURS].find((ms) => maxMs / ms <= MAX) ?? Math.ceil(maxMs / MAX / HOUR) * HOUR
  const count = Math.max(1, Math.ceil(maxMs / step))
  return Array.from({ length: count }, (_, index) => (index + 1) * step).map((at) => ({
    at,
    // Hours stay hours: "24 h" and "48 h" stand under each other
    text: step >= HOUR ? formatDuration(HOUR, locale).replace('1', String(at / HOUR)) : formatDuration(at, locale),
  }))
}
