export interface Zone {
  locale: string
  timeZone: string
}

export const formatDateTime = (time: number, { locale, timeZone }: Zone): string =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'medium' }).format(time)

export const formatDay = (time: number, { locale, timeZone }: Zone): string =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' }).format(time)

/** Hour and minute, with the day if it is not that of `now`. */
export const formatClock = (time: number, zone: Zone, now: number): string => {
  const { locale, timeZone } = zone
  const day = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short' })
  if (day.format(time) !== day.format(now)) return formatMoment(time, zone, now)
  return new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hour12: false }).format(time)
}

/** Short enough for a table: with the month's name, or numeric if the year differs. */
export const formatMoment = (time: number, { locale, timeZone }: Zone, now: number): string => {
  const sameYear = new Date(time).getUTCFullYear() === new Date(now).getUTCFullYear()
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    ...(sameYear ? { month: 'short' } : { year: '2-digit', month: 'numeric' }),
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(time)
}

const daysAloneMs = 3 * 86_400_000

/** From and to as one phrase; one day if both are in it, without hours over several days. */
export const formatSpan = (from: number, to: number, { locale, timeZone }: Zone): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    dateStyle: 'medium',
    ...(to - from < daysAloneMs && { timeStyle: 'short' }),
  }).formatRange(from, to)

export const isKnownTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
