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

/** "09:00". */
export const formatHour = (time: number, { locale, timeZone }: Zone): string =>
  new Intl.DateTimeFormat(locale, { ...CLOCK, timeZone }).format(time)

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** "Fri 09:00", "周五 09:00". */
export const formatWeekday = (time: number, { locale, timeZone }: Zone): string => {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(time)
  return `${part({ weekday: 'short' })} ${part(CLOCK)}`
}

/** "Fri 23 Oct 09:00", "10月23日周五 09:00"; with the year if it is not that of `now`. */
export const formatWhen = (time: number, { locale, timeZone }: Zone, now: number): string => {
  const isThisYear = new Date(time).getUTCFullYear() === new Date(now).getUTCFullYear()
  const options: Intl.DateTimeFormatOptions = {
    ...CLOCK,
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }
  if (locale.startsWith('zh')) return new Intl.DateTimeFormat(locale, options).format(time)
  const parts = new Map(
    new Intl.DateTimeFormat(locale, options).formatToParts(time).map((one) => [one.type, one.value]),
  )
  const date = (['weekday', 'day', 'month', 'year'] as const).flatMap((name) => parts.get(name) ?? [])
  return `${date.join(' ')} ${parts.get('hour')}:${parts.get('minute')}`
}

/** "Wed 21 Oct 10:10–13:30", "Wed 21 Oct 10:10 – Thu 22 Oct 13:30". */
export const formatRange = (from: number, to: number, zone: Zone): string => {
  const day = (time: number) => formatWhen(time, zone, time).slice(0, -5)
  return day(from) === day(to)
    ? `${formatWhen(from, zone, from)}–${formatHour(to, zone)}`
    : `${formatWhen(from, zone, from)} – ${formatWhen(to, zone, to)}`
}

/** "23日周五 09:00" in Chinese, beyond a month "10月23日 09:00"; in English a day needs its month: "Fri 23 Oct 09:00". */
export const formatWhenShort = (time: number, zone: Zone, now: number, isWithinMonth: boolean): string => {
  const { locale, timeZone } = zone
  if (!locale.startsWith('zh')) return formatWhen(time, zone, now)
  const day = isWithinMonth ? ({ weekday: 'short' } as const) : ({ month: 'short' } as const)
  return new Intl.DateTimeFormat(locale, { ...CLOCK, ...day, timeZone, day: 'numeric' }).format(time)
}

const DAYS_ALONE_MS = 3 * 86_400_000

/** From and to as one phrase; one day if both are in it, without hours over several days. */
export const formatSpan = (from: number, to: number, zone: Zone): string => {
  const { locale, timeZone } = zone
  const hasTime = to - from < DAYS_ALONE_MS
  if (locale.startsWith('zh')) return formatHanSpan(from, to, zone, hasTime)
  const options: Intl.DateTimeFormatOptions = { timeZone, dateStyle: 'medium', ...(hasTime && { timeStyle: 'short' }) }
  return new Intl.DateTimeFormat(locale, options).formatRange(from, to)
}

/** "2026年10月19日 – 25日": Intl writes such a range as "2026/10/19 – 2026/10/25", unlike every other date. */
const formatHanSpan = (from: number, to: number, zone: Zone, hasTime: boolean): string => {
  const { locale, timeZone } = zone
  const partsOf = (time: number) =>
    (['year', 'month', 'day'] as const).map((unit) =>
      new Intl.DateTimeFormat(locale, { timeZone, [unit]: unit === 'month' ? 'short' : 'numeric' }).format(time),
    )
  const [start, end] = [partsOf(from), partsOf(to)]
  const firstOther = end.findIndex((part, index) => part !== start[index])
  const isOneDay = firstOther < 0
  const endDay = isOneDay ? '' : end.slice(firstOther).join('')
  if (!hasTime) return isOneDay ? start.join('') : `${start.join('')} – ${endDay}`
  const [startHour, endHour] = [formatHour(from, zone), formatHour(to, zone)]
  if (isOneDay) return `${start.join('')} ${startHour}${startHour === endHour ? '' : `–${endHour}`}`
  return `${start.join('')} ${startHour} – ${endDay} ${endHour}`
}

export const isKnownTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
