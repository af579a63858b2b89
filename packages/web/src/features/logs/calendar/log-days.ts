export interface LogDay {
  /** "2026-10-19", by the reader's clock. */
  readonly day: string
  readonly from: number
  /** End, exclusive. */
  readonly to: number
  readonly lines: number
  readonly marked: number
}

interface Counted {
  readonly times: readonly number[]
  readonly counts: readonly number[]
  readonly newCounts: readonly number[]
  readonly bucketMs: number
}

/** Lines by day of a zone; a bucket counts for the day that it begins in. */
export function logDays({ times, counts, newCounts, bucketMs }: Counted, timeZone: string): LogDay[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const days: { -readonly [Name in keyof LogDay]: LogDay[Name] }[] = []
  for (const [i, time] of times.entries()) {
    const day = format.format(time)
    const last = days.at(-1)
    const [lines, marked] = [counts[i] ?? 0, newCounts[i] ?? 0]
    if (last?.day === day)
      Object.assign(last, { to: time + bucketMs, lines: last.lines + lines, marked: last.marked + marked })
    else days.push({ day, from: time, to: time + bucketMs, lines, marked })
  }
  return days
}

const DAYS_A_WEEK = 7

/** Rows of a calendar from Monday to Sunday; null for days outside the time. */
export function logWeeks(days: readonly LogDay[]): (LogDay | null)[][] {
  const first = days[0]
  if (first === undefined) return []
  const before = (new Date(`${first.day}T12:00:00Z`).getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK
  const cells: (LogDay | null)[] = [...new Array<null>(before).fill(null), ...days]
  while (cells.length % DAYS_A_WEEK !== 0) cells.push(null)
  return Array.from({ length: cells.length / DAYS_A_WEEK }, (_, week) =>
    cells.slice(week * DAYS_A_WEEK, (week + 1) * DAYS_A_WEEK),
  )
}
