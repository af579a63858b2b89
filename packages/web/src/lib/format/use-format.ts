import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { userAtom } from '../session/session-atom.ts'
import { formatDuration, formatRelative } from './durations.ts'
import { formatClock, formatDateTime, formatDay, formatMoment, formatSpan, isKnownTimeZone } from './moments.ts'
import { formatBytes, formatCount, formatNumber, formatShare } from './numbers.ts'

export interface Format {
  locale: string
  timeZone: string
  number: (value: number, digits?: number) => string
  count: (value: number) => string
  share: (value: number) => string
  bytes: (value: number) => string
  duration: (ms: number) => string
  relative: (time: number, now?: number) => string
  /** Hour and minute, with the day if it is not today. */
  clock: (time: number) => string
  moment: (time: number) => string
  day: (time: number) => string
  dateTime: (time: number) => string
  span: (from: number, to: number) => string
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
  const zone = { locale, timeZone }
  return {
    locale,
    timeZone,
    number: (value, digits) => formatNumber(value, locale, digits),
    count: (value) => formatCount(value, locale),
    share: (value) => formatShare(value, locale),
    bytes: (value) => formatBytes(value, locale),
    duration: (ms) => formatDuration(ms, locale),
    relative: (time, now = Date.now()) => formatRelative(time, now, locale),
    clock: (time) => formatClock(time, zone, Date.now()),
    moment: (time) => formatMoment(time, zone, Date.now()),
    day: (time) => formatDay(time, zone),
    dateTime: (time) => formatDateTime(time, zone),
    span: (from, to) => formatSpan(from, to, zone),
  }
}
