import type { DashboardHour, DashboardIncidents } from '@omen/sdk'
import { WEEK_DAYS } from '../state/span.ts'

/** An hour of a calendar; where clocks are put back, both hours of that name together. */
export interface HourCell {
  readonly start: number
  readonly end: number
  readonly findings: number
  /** Of the worst finding, signed; null where only data is missing. */
  readonly severity: number | null
  readonly isGap: boolean
}

export interface CalendarDay {
  readonly day: string
  /** By hour, 24; null where nothing was found. */
  readonly hours: readonly (HourCell | null)[]
  /** The first hour that is still to come; 24 for none, 0 where there is no data of the day. */
  readonly hoursPassed: number
}

const HOURS_A_DAY = 24

/** The last seven days, hour by hour. */
export const calendarDays = ({ days, hours, to }: DashboardIncidents, timeZone: string): CalendarDay[] =>
  days.slice(-WEEK_DAYS).map(({ day, end, seriesMs }, index, shown) => {
    const cells = new Array<HourCell | null>(HOURS_A_DAY).fill(null)
    for (const one of hours) if (one.day === day) cells[one.hour] = joined(cells[one.hour] ?? null, one)
    const isLast = index === shown.length - 1 && end === to
    const passed = isLast ? hourAt(to - 1, timeZone) + 1 : HOURS_A_DAY
    return { day, hours: cells, hoursPassed: seriesMs === 0 ? 0 : passed }
  })

const joined = (cell: HourCell | null, { start, end, findings, severity, isGap }: DashboardHour): HourCell => {
  if (cell === null) return { start, end, findings, severity, isGap }
  const isWorse = Math.abs(severity ?? 0) > Math.abs(cell.severity ?? 0)
  return {
    start: cell.start,
    end,
    findings: cell.findings + findings,
    isGap: cell.isGap || isGap,
    severity: isWorse ? severity : cell.severity,
  }
}

const hourAt = (time: number, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(time))

export type CalendarPoint =
  | { readonly kind: 'none' }
  /** The same hour on several days. */
  | { readonly kind: 'recurring'; readonly hour: number; readonly days: number }
  | { readonly kind: 'worst'; readonly cell: HourCell }
  | { readonly kind: 'gaps' }

/** So many days of the week make a pattern. */
const RECURRING_DAYS = 3

/** What the calendar shows first of all: an hour of many days, else the worst hour. */
export const calendarPoint = (days: readonly CalendarDay[]): CalendarPoint => {
  const cells = days.flatMap(({ hours }) => hours.flatMap((cell) => cell ?? []))
  const abnormal = cells.filter(({ severity }) => severity !== null)
  if (abnormal.length === 0) return { kind: cells.length === 0 ? 'none' : 'gaps' }
  const daysOf = Array.from(
    { length: HOURS_A_DAY },
    (_, hour) => days.filter(({ hours }) => hours[hour]?.severity != null).length,
  )
  const max = Math.max(...daysOf)
  // An hour that stands out: where every hour is abnormal, none recurs.
  const others = daysOf.filter((count) => count >= RECURRING_DAYS).length
  if (max >= RECURRING_DAYS && others <= HOURS_A_DAY / 4)
    return { kind: 'recurring', hour: daysOf.indexOf(max), days: max }
  const worst = abnormal.reduce((a, b) => (Math.abs(b.severity ?? 0) > Math.abs(a.severity ?? 0) ? b : a))
  return { kind: 'worst', cell: worst }
}

const asDate = (day: string): Date => new Date(`${day}T12:00:00Z`)

/** "Mon". */
export const weekdayOf = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(asDate(day))

/** "Mon 19". */
export const dayNameOf = (day: string, locale: string): string =>
  locale.startsWith('zh')
    ? new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }).format(asDate(day))
    : `${weekdayOf(day, locale)} ${asDate(day).getUTCDate()}`
