import { duration } from './duration.ts'

/** Formats the times of one output: the date only as far as needed; the zone is named once elsewhere. */
export interface TimeWriter {
  /** "11-19 10:42", with the year where the times are of different years, with seconds where they matter. */
  at(epochMs: number): string
  /** "2026-11-19 10:42", always whole. */
  full(epochMs: number): string
  /** IANA name of the zone. */
  readonly zone: string
}

/** A writer for times between `from` and `to`, in a zone. */
export function timeWriter(
  timeZone: string,
  range: { from: number; to: number; intervalMs?: number | null },
): TimeWriter {
  const parts = partsIn(timeZone)
  const oneYear = parts(range.from).year === parts(range.to).year
  const withSeconds = (range.intervalMs ?? 60_000) < 60_000
  const clock = (part: Parts) => `${part.hour}:${part.minute}${withSeconds ? `:${part.second}` : ''}`
  return {
    zone: timeZone,
    at(epochMs) {
      const part = parts(epochMs)
      return `${oneYear ? '' : `${part.year}-`}${part.month}-${part.day} ${clock(part)}`
    },
    full(epochMs) {
      const part = parts(epochMs)
      return `${part.year}-${part.month}-${part.day} ${clock(part)}`
    },
  }
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>

function partsIn(timeZone: string): (epochMs: number) => Parts {
  const two = '2-digit' as const
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
  })
  return (epochMs) => Object.fromEntries(format.formatToParts(epochMs).map(({ type, value }) => [type, value])) as Parts
}

/** How long ago, or in how long, in one unit: "11m ago", "in 2h", "just now". */
export function relative(epochMs: number, now: number): string {
  const ms = now - epochMs
  if (Math.abs(ms) < 10_000) return 'just now'
  const [largest] = duration(Math.abs(ms)).split(' ')
  return ms > 0 ? `${largest} ago` : `in ${largest}`
}
