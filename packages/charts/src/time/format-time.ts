const formats = new Map<string, Intl.DateTimeFormat>()

export type TimeStyle = 'second' | 'minute' | 'day' | 'weekday' | 'month' | 'year' | 'full' | 'fullSecond'

const STYLES: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short' },
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

/** A moment in a reader's language and zone, in one of a few fixed styles; hours run from 00 to 23 everywhere. */
export function formatTime(t: number, style: TimeStyle, locale: string, timeZone: string): string {
  const key = `${style} ${locale} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone })
    formats.set(key, format)
  }
  return format.format(t)
}

/** A duration in its two largest units: 45s, 11m, 2h 5m, 3d 4h. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 ? `${hours}h ${minutes % 60}m` : `${hours}h`
  const days = Math.floor(hours / 24)
  return hours % 24 ? `${days}d ${hours % 24}h` : `${days}d`
}

/** Date and time of a sample; seconds only if it has any. */
export function formatMoment(t: number, locale: string, timeZone: string): string {
  return formatTime(t, t % 60_000 === 0 ? 'full' : 'fullSecond', locale, timeZone)
}
