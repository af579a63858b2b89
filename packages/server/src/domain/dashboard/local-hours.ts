import { localOffsetMs } from '../accounts/index.ts'

export interface LocalHour {
  /** Epoch milliseconds; the first one starts where the span does. */
  readonly start: number
  readonly end: number
  /** `2026-10-25`. */
  readonly day: string
  /** 0 to 23; where clocks are put back, two hours in a row have the same. */
  readonly hour: number
}

const HOUR_MS = 3_600_000

/** The hours of a span as clocks of a time zone count them. */
export function localHours({ from, to }: { from: number; to: number }, timeZone: string): LocalHour[] {
  const starts = new Set<number>([from])
  for (let time = Math.floor(from / HOUR_MS) * HOUR_MS; time < to + HOUR_MS; time += HOUR_MS) {
    const offset = localOffsetMs(timeZone, time)
    const start = Math.floor((time + offset) / HOUR_MS) * HOUR_MS - offset
    if (start > from && start < to) starts.add(start)
  }
  const sorted = [...starts].sort((a, b) => a - b)
  return sorted.map((start, index) => {
    const local = new Date(start + localOffsetMs(timeZone, start))
    return {
      start,
      end: sorted[index + 1] ?? to,
      day: local.toISOString().slice(0, 10),
      hour: local.getUTCHours(),
    }
  })
}
