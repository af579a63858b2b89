import type { ReportPeriod } from '../../schema/wire-types.ts'
import { addDays, DAY_MS, localDay, sameTimeOn, startOfDay } from './local-day.ts'

/** A day, a week from Monday on, or a month of a calendar; `to` is excluded. */
export interface CalendarPeriod {
  readonly firstDay: string
  /** The first day after it. */
  readonly nextDay: string
  readonly from: number
  readonly to: number
}

/** The period that a moment lies in. */
export function periodAt(at: number, period: ReportPeriod, timeZone: string): CalendarPeriod {
  return periodOf(firstDayOf(localDay(at, timeZone), period), period, timeZone)
}

export function periodBefore({ firstDay }: CalendarPeriod, period: ReportPeriod, timeZone: string): CalendarPeriod {
  return periodOf(firstDayOf(addDays(firstDay, -1), period), period, timeZone)
}

/** The moment of the period before that is as far into it as another is into this one, by the clocks of the zone. */
export function sameTimeBefore(
  at: number,
  { firstDay }: CalendarPeriod,
  before: CalendarPeriod,
  timeZone: string,
): number {
  const days = Math.round((Date.parse(localDay(at, timeZone)) - Date.parse(firstDay)) / DAY_MS)
  const day = addDays(before.firstDay, days)
  return day >= before.nextDay ? before.to : Math.min(before.to, sameTimeOn(day, at, timeZone))
}

/** The days of a period. */
export function daysOf({ firstDay, nextDay }: CalendarPeriod, timeZone: string) {
  const days: { day: string; start: number; end: number }[] = []
  for (let day = firstDay; day < nextDay; day = addDays(day, 1)) {
    const start = days.at(-1)?.end ?? startOfDay(day, timeZone)
    const end = startOfDay(addDays(day, 1), timeZone)
    // A zone that has crossed the date line has left a day out
    if (end > start) days.push({ day, start, end })
  }
  return days
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7
}

function periodOf(firstDay: string, period: ReportPeriod, timeZone: string): CalendarPeriod {
  const nextDay = nextDayOf(firstDay, period)
  return { firstDay, nextDay, from: startOfDay(firstDay, timeZone), to: startOfDay(nextDay, timeZone) }
}

function firstDayOf(day: string, period: ReportPeriod): string {
  if (period === 'day') return day
  return period === 'week' ? addDays(day, 1 - weekdayOf(day)) : `${day.slice(0, 8)}01`
}

function nextDayOf(firstDay: string, period: ReportPeriod): string {
  if (period === 'day') return addDays(firstDay, 1)
  return period === 'week' ? addDays(firstDay, 7) : `${addDays(firstDay, 31).slice(0, 8)}01`
}
