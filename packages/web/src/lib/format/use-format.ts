import {
  dateLocale,
  formatCount,
  formatDuration,
  formatHours,
  formatSeverity,
  formatShare,
} from '@omen/charts/findings'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { userAtom } from '../session/session-atom.ts'
import {
  formatClock,
  formatDateTime,
  formatDay,
  formatHour,
  formatMoment,
  formatRange,
  formatSpan,
  formatWeekday,
  formatWhen,
  formatWhenShort,
  isKnownTimeZone,
} from './moments.ts'
import { formatBytes, formatExpected, formatFigure, formatNumber } from './numbers.ts'

export interface Format {
  locale: string
  timeZone: string
  number: (value: number, digits?: number) => string
  /** A measured value, as the sentences of findings write it. */
  figure: (value: number) => string
  /** The expected value beside a measured one. */
  expected: (value: number, measured: number) => string
  count: (value: number) => string
  /** A dash where there is none. */
  share: (value: number | null) => string
  /** A severity or another mean; a dash where there is none. */
  severity: (value: number | null) => string
  bytes: (value: number) => string
  duration: (ms: number) => string
  /** A time that was added up. */
  hours: (ms: number) => string
  relative: (time: number, now?: number) => string
  /** Hour and minute, with the day if it is not today. */
  clock: (time: number) => string
  moment: (time: number) => string
  day: (time: number) => string
  dateTime: (time: number) => string
  /** Weekday, day, hour and minute: when something happened. */
  when: (time: number) => string
  /** The same without the month, or beyond a month without the weekday, in languages that say a day without it. */
  whenShort: (time: number, isWithinMonth: boolean) => string
  /** Hour and minute: within a day. */
  time: (time: number) => string
  /** Weekday, hour and minute: within a week. */
  weekday: (time: number) => string
  span: (from: number, to: number) => string
  /** A time within a file: days and hours, without the year. */
  range: (from: number, to: number) => string
}

const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formatters for the signed-in user: language of the page, time zone of the profile. */
export const useFormat = (): Format => {
  const { i18n } = useTranslation()
  const wanted = useAtomValue(userAtom)?.timeZone
  const locale = i18n.language
  const timeZone = wanted !== undefined && isKnownTimeZone(wanted) ? wanted : browserZone()
  return useMemo(() => makeFormat(locale, timeZone), [locale, timeZone])
}

const makeFormat = (locale: string, timeZone: string): Format => {
  const zone = { locale: dateLocale(locale), timeZone }
  return {
    locale,
    timeZone,
    number: (value, digits) => formatNumber(value, locale, digits),
    figure: (value) => formatFigure(value, locale),
    expected: (value, measured) => formatExpected(value, measured, locale),
    count: (value) => formatCount(value, locale),
    share: (value) => formatShare(value, locale),
    severity: (value) => formatSeverity(value, locale),
    bytes: (value) => formatBytes(value, locale),
    duration: (ms) => formatDuration(ms, locale),
    hours: (ms) => formatHours(ms, locale),
    relative: (time, now = Date.now()) => formatRelative(time, now, locale),
    clock: (time) => formatClock(time, zone, Date.now()),
    moment: (time) => formatMoment(time, zone, Date.now()),
    day: (time) => formatDay(time, zone),
    when: (time) => formatWhen(time, zone, Date.now()),
    whenShort: (time, isWithinMonth) => formatWhenShort(time, zone, Date.now(), isWithinMonth),
    time: (time) => formatHour(time, zone),
    weekday: (time) => formatWeekday(time, zone),
    dateTime: (time) => formatDateTime(time, zone),
    span: (from, to) => formatSpan(from, to, zone),
    range: (from, to) => formatRange(from, to, zone),
  }
}

const STEPS: readonly (readonly [unit: string, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

const FIGURE_BEFORE_HAN = /(?<=\d)(?=\p{Script=Han})/u

/** How long ago (or until), in the largest unit that fits: "3 minutes ago", "3 分钟前". */
export const formatRelative = (time: number, now: number, locale: string): string => {
  const difference = time - now
  const size = Math.abs(difference)
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (size < 45_000) return locale.startsWith('zh') ? '刚刚' : words.format(0, 'second')
  const step = STEPS.find(([, length]) => size >= length * 0.95) ?? STEPS[2]!
  const text = words.format(Math.round(difference / step[1]), step[0] as Intl.RelativeTimeFormatUnit)
  return text.replace(FIGURE_BEFORE_HAN, ' ')
}
