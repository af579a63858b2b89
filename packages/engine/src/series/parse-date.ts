import type { TimestampUnit } from './csv-report.ts'

/** Which number of a date such as 28/11/2026 stands first; a year can do so if it has two digits. */
export type DateOrder = (typeof DATE_ORDERS)[number]
const DATE_ORDERS = ['dayFirst', 'monthFirst', 'yearFirst'] as const

/** A point in time and how it was written. */
export type ReadTime = { ms: number; unit: TimestampUnit; hasZone: boolean }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = `(?<name>${MONTHS.join('|')})[a-z]*\\.?`
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\\s+)?'
const CLOCK =
  '(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?(?:\\s*(?<half>[ap])\\.?m\\.?)?'
/** `Z`, `UTC`, `+02:00`, `GMT+0200 (CEST)` as JavaScript writes it, `+0000 UTC m=+0.1` as Go does. A name of a zone alone is not read. */
const ZONE =
  '(?:\\s*(?<zone>Z|UTC|GMT|(?:UTC|GMT)?[+-]\\d{2}(?::?\\d{2})?)(?:\\s+[a-z]{1,5})?(?:\\s*\\([^()]*\\))?(?:\\s+m=\\S+)?)?'
const TIME = `(?:(?:,?\\s+|[T:])${CLOCK}${ZONE})?`
const YEAR = '(?<year>\\d{4})'

/** Forms that say by themselves which number is the day, the month and the year. */
const PLAIN_FORMS: readonly RegExp[] = [
  `${YEAR}-(?<month>\\d{2})`,
  `${YEAR}(?<mark>[-/.])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})${TIME}`,
  // ISO 8601, basic form
  `${YEAR}(?<month>\\d{2})(?<day>\\d{2})[T ](?<hour>\\d{2}):?(?<minute>\\d{2})(?::?(?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?${ZONE}`,
  `${WEEKDAY}(?<day>\\d{1,2})[\\s/-]${MONTH},?[\\s/-](?<year>\\d{4}|\\d{2})${TIME}`,
  `${WEEKDAY}${MONTH}\\s+(?<day>\\d{1,2}),?\\s+${YEAR}${TIME}`,
  // The forms of ctime and of the command date
  `${WEEKDAY}${MONTH}\\s+(?<day>\\d{1,2})\\s+${CLOCK}(?:\\s+(?<zone>UTC|GMT))?\\s+${YEAR}`,
].map((form) => new RegExp(`^${form}$`, 'i'))

/** Numbers that do not say which is the day and which the month, nor, with two digits, which is the year. */
const ORDERED_FORM = new RegExp(`^(?<a>\\d{1,2})(?<mark>[-/.])(?<b>\\d{1,2})\\k<mark>(?<c>\\d{4}|\\d{2})${TIME}$`, 'i')
const CLOCK_ALONE = new RegExp(`^${CLOCK}${ZONE}$`, 'i')
/** A cheap test before the forms. */
const DATE_LIKE = /^(?:\d{1,4}[-/. ]|\d{8}[t ]\d\d|[a-z]{3})/i

/**
 * Reads a date, with a time of day or without one, in a form other than the usual one of ISO 8601: year first (`2026/10/19 00:00`), the basic form of
 * ISO 8601, English names of months, and with `order` also numbers in that order (`28.11.2026 14:05`, `11/28/2026 2:05 PM`). Undefined for anything else.
 * No zone means UTC; a year of two digits is one of 1970 to 2069.
 */
export function parseDate(text: string, order?: DateOrder): ReadTime | undefined {
  const cell = text.trim()
  if (cell.length > LONGEST_DATE || !DATE_LIKE.test(cell)) return undefined
  const ordered = order && ORDERED_FORM.exec(cell)?.groups
  if (order && ordered) return inOrder(ordered, order)
  for (const form of PLAIN_FORMS) {
    const groups = form.exec(cell)?.groups
    if (groups === undefined) continue
    const { name, mark, year = '', day = '1' } = groups
    const month = name === undefined ? Number(groups.month) : MONTHS.indexOf(name.toLowerCase()) + 1
    const isIso = name === undefined && mark !== '/' && mark !== '.'
    return toTime(groups, [year, month, Number(day)], isIso ? 'iso' : 'date')
  }
  return undefined
}

/** Orders in which the numbers of a date give a day of the calendar, and whether dots part them; undefined for a text whose order is plain, or that is no date. */
export function findDateOrders(text: string): { orders: DateOrder[]; hasDots: boolean } | undefined {
  const cell = text.trim()
  const groups = cell.length > LONGEST_DATE ? undefined : ORDERED_FORM.exec(cell)?.groups
  if (groups === undefined) return undefined
  const orders = DATE_ORDERS.filter((order) => inOrder(groups, order) !== undefined)
  return { orders, hasDots: groups.mark === '.' }
}

/** Whether a text is a time of day without a date. */
export function isClock(text: string): boolean {
  return CLOCK_ALONE.test(text.trim())
}

/** In characters; what JavaScript writes has about 60. */
const LONGEST_DATE = 100

type Groups = Record<string, string | undefined>

function inOrder(groups: Groups, order: DateOrder): ReadTime | undefined {
  const { a = '', b = '', c = '' } = groups
  if (order === 'dayFirst') return toTime(groups, [c, Number(b), Number(a)], order)
  if (order === 'monthFirst') return toTime(groups, [c, Number(a), Number(b)], order)
  return a.length === 2 && c.length === 2 ? toTime(groups, [a, Number(b), Number(c)], 'date') : undefined
}

/** Undefined for a day that the calendar does not have, and for a time that a clock does not show. */
function toTime(groups: Groups, date: [year: string, month: number, day: number], unit: TimestampUnit) {
  const [digits, month, day] = date
  const year = digits.length > 2 ? Number(digits) : Number(digits) + (Number(digits) < 70 ? 2000 : 1900)
  const { hour: written, minute = '0', second = '0', fraction = '', half, zone } = groups
  const [hour, ms] = [hourOf(Number(written ?? 0), half), Number(fraction.slice(0, 3).padEnd(3, '0'))]
  const midnight = Date.UTC(year, month - 1, day)
  const isReal = new Date(midnight).getUTCDate() === day && month >= 1 && month <= 12 && year >= 100
  if (!isReal || hour === undefined || Number(minute) > 59 || Number(second) > 59) return undefined
  const time = midnight + ((hour * 60 + Number(minute)) * 60 + Number(second)) * 1000 + ms - zoneMs(zone)
  return { ms: time, unit, hasZone: zone !== undefined || written === undefined }
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

/** How far a zone, `Z`, `UTC` or `+02:00`, is ahead of UTC, in milliseconds. */
export function zoneMs(zone: string | undefined): number {
  const offset = /([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '')
  if (offset === null) return 0
  const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
  return (offset[1] === '-' ? -minutes : minutes) * 60_000
}
