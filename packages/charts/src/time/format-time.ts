const formats = new Map<string, Intl.DateTimeFormat>()

export type TimeStyle =
  | 'second'
  | 'minute'
  | 'day'
  | 'date'
  | 'weekdayDay'
  | 'weekday'
  | 'month'
  | 'year'
  | 'full'
  | 'fullSecond'

const STYLES: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  weekdayDay: { weekday: 'short', day: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
  full: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  fullSecond: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  },
}

/** English dates have one form everywhere: "Wed 21 Oct 2026". */
export function dateLocale(locale: string): string {
  return locale.startsWith('en') ? 'en-GB' : locale
}

/** A moment in a reader's language and zone, in one of a few fixed styles; hours run from 00 to 23 everywhere. */
export function formatTime(t: number, style: TimeStyle, locale: string, timeZone: string): string {
  const key = `${style} ${locale} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(dateLocale(locale), { ...STYLES[style], timeZone })
    formats.set(key, format)
  }
  return format.format(t).replaceAll(',', '')
}

/** Date and time of a sample; seconds only if it has any. */
export function formatMoment(t: number, locale: string, timeZone: string): string {
  return formatTime(t, t % 60_000 === 0 ? 'full' : 'fullSecond', locale, timeZone)
}
