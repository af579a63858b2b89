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

const daysAWeek = 7

/** Rows of a calendar from Monday to Sunday; null for days outside the time. */
export function logWeeks(days: readonly LogDay[]): (LogDay | null)[][] {
  const first = days[0]
  if (first === undefined) return []
  const before = (new Date(`${first.day}T12:00:00Z`).getUTCDay() + daysAWeek - 1) % daysAWeek
  const cells: (LogDay | null)[] = [...new Array<null>(before).fill(null), ...days]
  while (cells.length % daysAWeek !== 0) cells.push(null)
  return Array.from({ length: cells.length / daysAWeek }, (_, week) =>
    cells.slice(week * daysAWeek, (week + 1) * daysAWeek),
  )
}
