import type { CsvReasonValues, TimeMistake } from './csv-report.ts'
import { type DateOrder, findDateOrders, isClock } from './parse-date.ts'
import { epochTime, isTimeInRange, LAST_TICKS, parseTimestamp, type ReadTime } from './parse-timestamp.ts'

/** Why a text is not read as a time: a sentence without its full stop, and what it names. */
export type BadTime = CsvReasonValues & { reason: string }

const YEAR = '(?:19|20)\\d\\d'
const DAY = '(?:0[1-9]|[12]\\d|3[01])'
const MONTH_AND_DAY = `(?:0[1-9]|1[0-2])${DAY}`
const CLOCK = '(?:[01]\\d|2[0-3])(?:[0-5]\\d(?:[0-5]\\d(?:\\d{3})?)?)?'
const FORMS: readonly (readonly [TimeMistake, RegExp])[] = [
  ['year', new RegExp(`^${YEAR}$`)],
  ['month', new RegExp(`^${YEAR}(?:0[1-9]|1[0-2])$`)],
  ['dayOfYear', new RegExp(`^${YEAR}[0-3]\\d\\d$`)],
  ['date', new RegExp(`^(?:(?:${YEAR}|\\d\\d)${MONTH_AND_DAY}|${DAY}(?:0[1-9]|1[0-2])${YEAR})$`)],
  ['dateTime', new RegExp(`^(?:${YEAR}|\\d\\d)${MONTH_AND_DAY}T?${CLOCK}Z?$`, 'i')],
]
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i
const DECIMAL_COMMA = /^(\s*\d+),(\d+(?:e\+?\d+)?\s*)$/i
/** From the number on, up to but not including the other; days of a spreadsheet are those of 1920 to 2118. */
const COUNTS: readonly (readonly [TimeMistake, number, number])[] = [
  ['year', 1900, 2100],
  ['dayNumber', 7305, 80_000],
  ['ticks', 6e17, LAST_TICKS],
]

const EXPORTED = 'export the column as date and time, like 2026-03-01 00:05:00'
const SENTENCES: Readonly<Record<TimeMistake, string>> = {
  dayNumber: `looks like a day number of a spreadsheet: ${EXPORTED}`,
  year: `looks like a year: ${EXPORTED}`,
  month: 'looks like a year and a month without a separator: write it like 2026-03-01',
  dayOfYear: 'looks like a year and a day of the year: write it like 2026-03-01',
  date: 'looks like a date without separators: write it like 2026-03-01',
  dateTime: 'looks like a date and a time without separators: write it like 2026-03-01 00:05:00',
  ticks: `looks like .NET ticks: ${EXPORTED}`,
  rounded: `was rounded, so its last digits are lost: ${EXPORTED}`,
  dayOrMonth: 'does not say which number is the day and which the month: write it like 2026-03-01 00:05:00',
  clock: 'is a time of day without a date: add a column with the date, or write it like 2026-03-01 00:05:00',
  outside: 'is not a time of 1990 to 2099',
}
/** The forms of times that are read, as a clause. */
export const READABLE_TIMES =
  'ISO 8601, dates like 28.11.2026 14:05, 11/28/2026 2:05 PM or 28 Nov 2026 14:05, and epoch seconds, milliseconds, microseconds and nanoseconds of 1990 to 2099 are read'

/**
 * Reads a time of 1990 to 2099 as `parseTimestamp` does, a number also with a decimal comma, or says why it is none. Without an `order`, numbers such as
 * 28/11/2026 are read if they make a date in one order only; dots stand for the day first.
 */
export function readTime(text: string, order?: DateOrder): ReadTime | BadTime {
  const time =
    parseTimestamp(text.replace(DECIMAL_COMMA, '$1.$2'), order) ?? (order ? undefined : timeInOnlyOrder(text))
  return time !== undefined && isTimeInRange(time.ms) ? time : describeBadTime(text, order)
}

function timeInOnlyOrder(text: string): ReadTime | undefined {
  const found = findDateOrders(text)
  const order = found && onlyOrder(found.orders, found.hasDots)
  return order && parseTimestamp(text, order)
}

/** The order in which dates are read that can be read in these orders; undefined if more than one of them may be meant. No country writes the month first with dots. */
export function onlyOrder(orders: readonly DateOrder[], hasDots: boolean): DateOrder | undefined {
  return hasDots && orders.includes('dayFirst') ? 'dayFirst' : orders.length === 1 ? orders[0] : undefined
}

/** Why a text is not read as a time, and what it looks like. */
export function describeBadTime(text: string, order?: DateOrder): BadTime {
  const cell = text.trim()
  const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell
  const looksLike = findMistake(cell.replace(',', '.'), order)
  const fault = looksLike === undefined ? 'is not a time' : SENTENCES[looksLike]
  return { reason: `'${shown}' ${fault}; ${READABLE_TIMES}`, text: shown, ...(looksLike && { looksLike }) }
}

function findMistake(cell: string, order?: DateOrder): TimeMistake | undefined {
  const digits = cell.replace(/\.0+$/, '')
  const form = FORMS.find(([, pattern]) => pattern.test(digits))
  if (form) return form[0]
  if (!NUMBER.test(cell)) return findTextMistake(cell, order)
  const number = Number(cell)
  const count = COUNTS.find(([, from, to]) => number >= from && number < to)
  if (count) return count[0]
  if (epochTime(number) === undefined) return 'outside'
  return /e/i.test(cell) ? 'rounded' : undefined
}

function findTextMistake(cell: string, order?: DateOrder): TimeMistake | undefined {
  if (isClock(cell)) return 'clock'
  if (order === undefined && (findDateOrders(cell)?.orders.length ?? 0) > 1) return 'dayOrMonth'
  return parseTimestamp(cell, order) === undefined ? undefined : 'outside'
}
