export interface HourOfWeek {
  /** From 0, Monday at midnight, to 167. */
  index: number
  label: string
}

const HOUR_MS = 3_600_000
// 1 January 2024 was a Monday.
const A_MONDAY = Date.UTC(2024, 0, 1)

export const hoursOfWeek = (locale: string): HourOfWeek[] => {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: 'UTC',
  })
  return Array.from({ length: 168 }, (_, index) => ({ index, label: format.format(A_MONDAY + index * HOUR_MS) }))
}
