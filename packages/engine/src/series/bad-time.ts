import type { CsvReasonValues, TimeMistake } from './csv-report.ts'
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
  outside: 'is not a time of 1990 to 2099',
}
const READABLE = 'ISO 8601 and epoch seconds, milliseconds, microseconds and nanoseconds of 1990 to 2099 are read'

/** Reads a time of 1990 to 2099 as `parseTimestamp` does, a number also with a decimal comma, or says why it is none. */
export function readTime(text: string): ReadTime | BadTime {
  const time = parseTimestamp(text.replace(DECIMAL_COMMA, '$1.$2'))
  return time !== undefined && isTimeInRange(time.ms) ? time : describeBadTime(text)
}

/** Why a text is not read as a time, and what it looks like. */
export function describeBadTime(text: string): BadTime {
  const cell = text.trim()
  const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell
  const looksLike = findMistake(cell.replace(',', '.'))
  const fault = looksLike === undefined ? 'is not a time' : SENTENCES[looksLike]
  return { reason: `'${shown}' ${fault}; ${READABLE}`, text: shown, ...(looksLike && { looksLike }) }
}

function findMistake(cell: string): TimeMistake | undefined {
  const digits = cell.replace(/\.0+$/, '')
  const form = FORMS.find(([, pattern]) => pattern.test(digits))
  if (form) return form[0]
  if (!NUMBER.test(cell)) return parseTimestamp(cell) === undefined ? undefined : 'outside'
  const number = Number(cell)
  const count = COUNTS.find(([, from, to]) => number >= from && number < to)
  if (count) return count[0]
  if (epochTime(number) === undefined) return 'outside'
  return /e/i.test(cell) ? 'rounded' : undefined
}
