import { formatDuration, formatTime } from '@omen/charts/findings'
import type { Locale } from '../errors.ts'

/** Moments and durations in the language of the mail and the zone of the project. */
export interface Times {
  /** "Fri 20 Nov 2026 09:00". */
  full(t: number): string
  /** The hour alone on the day of another moment, by default that of the mail, else with its day. */
  short(t: number, other?: number): string
  /** "23 Nov 09:00–10:15", "09:00–10:15" on the day of the mail. */
  span(from: number, to: number): string
  duration(ms: number): string
  readonly zone: string
  /** "UTC+1"; empty where that is the name of the zone. */
  readonly offset: string
}

export function timesOf(locale: Locale, timeZone: string, at: number): Times {
  const format = (t: number, style: 'full' | 'minute' | 'weekday' | 'date') => formatTime(t, style, locale, timeZone)
  const short = (t: number, other = at): string => {
    const minute = format(t, 'minute')
    return format(t, 'date') === format(other, 'date') ? minute : `${format(t, 'weekday')} ${minute}`
  }
  return {
    short,
    zone: timeZone,
    offset: offsetOf(timeZone, at),
    full: (t) => format(t, 'full'),
    span: (from, to) => `${short(from)}–${short(to, from)}`,
    duration: (ms) => formatDuration(ms, locale),
  }
}

function offsetOf(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')!.value.replace('GMT', 'UTC')
  return offset === timeZone ? '' : offset
}
