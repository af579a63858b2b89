import { type DateOrder, parseDate, type ReadTime, zoneMs } from './parse-date.ts'

export type { ReadTime }

/** Times from here are read, up to but not including `TO`. A smaller number is no epoch time but a day number, a year or a date without separators. */
const FROM = Date.UTC(1990, 0, 1)
const TO = Date.UTC(2100, 0, 1)
/** How many make a second. The times that are read have other numbers in each unit, so that a number tells its unit. */
const PER_SECOND = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 } as const
/** .NET ticks, 100 ns since the year 1, at the beginning of 2100. As nanoseconds, those of 1990 to 2099 would be in 1990. */
export const LAST_TICKS = 662_380_416e9
/** 1990-01-01 00h as a number of ten digits; as epoch seconds, it would be in 2033. */
const FIRST_COMPACT_HOUR = 1_990_010_100
const NUMBER = /^(\d+)(?:\.(\d+))?(?:e\+?(\d+))?$/i
/** Source: ISO 8601. */
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i

const COMMON_LENGTH = 19
const SPACE = 32
const DASH = 45
const DIGIT_0 = 48
const COLON = 58
const LETTER_T = 84
const LETTER_Z = 90

/**
 * Reads epoch seconds (fractions allowed), milliseconds, microseconds and nanoseconds of 1990 to 2099, or ISO 8601 and other dates, as in `parseDate`, of any
 * year; undefined for anything else. The number of milliseconds is exact. No zone means UTC.
 */
export function parseTimestamp(text: string, order?: DateOrder): ReadTime | undefined {
  const ms = commonTime(text)
  if (ms !== undefined) return { ms, unit: 'iso', hasZone: text.length > COMMON_LENGTH }
  const cell = text.trim()
  const number = NUMBER.exec(cell)
  if (number !== null) return isRounded(number) ? undefined : numberTime(number)
  const match = ISO.exec(cell)
  return match === null ? parseDate(cell, order) : isoTime(match)
}

/**
 * The commonest form alone, `2026-01-05 00:05:00` with a space or a T, and with a Z or not, in a seventh of the time of the regular expression;
 * undefined for all else and for years before 100, which `Date.UTC` takes for others.
 */
function commonTime(text: string): number | undefined {
  const hasForm =
    (text.length === COMMON_LENGTH || (text.length === COMMON_LENGTH + 1 && text.charCodeAt(19) === LETTER_Z)) &&
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(7) === DASH &&
    (text.charCodeAt(10) === SPACE || text.charCodeAt(10) === LETTER_T) &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON
  if (!hasForm) return undefined
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  const isReal = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
  // Not a number where a digit is missing
  if (!isReal || !(hour <= 23 && minute <= 59 && second <= 59)) return undefined
  return ((daysBefore(year, month, day) * 24 + hour) * 60 + minute) * 60_000 + second * 1000
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - DIGIT_0
  const ones = text.charCodeAt(at + 1) - DIGIT_0
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** Days since the epoch, by years that begin in March (Hinnant, chrono-compatible low-level date algorithms, days_from_civil). */
function daysBefore(year: number, month: number, day: number): number {
  const from = month > 2 ? year : year - 1
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return 365 * from + Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400) + ofYear - 719_468
}

type EpochTime = ReadTime & { unit: keyof typeof PER_SECOND }

/** The unit of an epoch number follows from its size; undefined outside of 1990 to 2099. Nanoseconds are as exact as the double. */
export function epochTime(value: number): EpochTime | undefined {
  if (isEpoch(value, 's')) {
    const isDate = value >= FIRST_COMPACT_HOUR && isCompactHour(value)
    return isDate ? undefined : { ms: Math.round(value * 1000), unit: 's', hasZone: true }
  }
  if (isEpoch(value, 'ms')) return { ms: Math.round(value), unit: 'ms', hasZone: true }
  if (isEpoch(value, 'us')) return { ms: Math.floor(value / 1e3), unit: 'us', hasZone: true }
  const isNanoseconds = value >= LAST_TICKS && isEpoch(value, 'ns')
  return isNanoseconds ? { ms: Math.floor(value / 1e6), unit: 'ns', hasZone: true } : undefined
}

/** Whether a time is one of 1990 to 2099. */
export function isTimeInRange(ms: number): boolean {
  return ms >= FROM && ms < TO
}

function isEpoch(value: number, unit: keyof typeof PER_SECOND): boolean {
  return isTimeInRange((value / PER_SECOND[unit]) * 1000)
}

/** Whether ten digits are a month, a day and an hour behind a year of four digits, or of two and with a minute. */
function isCompactHour(value: number): boolean {
  if (!Number.isInteger(value)) return false
  const [minuteOrHour, hourOrDay] = [value % 100, Math.floor(value / 1e2) % 100]
  const [dayOrMonth, monthOrYear] = [Math.floor(value / 1e4) % 100, Math.floor(value / 1e6) % 100]
  const isDay = (month: number, day: number) => month >= 1 && month <= 12 && day >= 1 && day <= 31
  const hasLongYear = isDay(dayOrMonth, hourOrDay) && minuteOrHour <= 23
  return hasLongYear || (isDay(monthOrYear, dayOrMonth) && hourOrDay <= 23 && minuteOrHour <= 59)
}

/** Doubles cannot hold nanoseconds: their milliseconds are read from the digits. */
function numberTime([text, whole = '', , exponent]: RegExpExecArray): ReadTime | undefined {
  const time = epochTime(Number(text))
  return time?.unit === 'ns' && exponent === undefined ? { ...time, ms: Number(whole.slice(0, -6)) } : time
}

/** Whether the last digit of a number with an exponent stands for more than a second, as in 1.79E+12. */
function isRounded([text, , decimals = '', exponent]: RegExpExecArray): boolean {
  const unit = exponent === undefined ? undefined : epochTime(Number(text))?.unit
  return unit !== undefined && 10 ** (Number(exponent) - decimals.length) > PER_SECOND[unit]
}

function isoTime(match: RegExpExecArray): ReadTime | undefined {
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)]
  const fraction = match[7] === undefined ? 0 : Math.floor(Number(`0.${match[7]}`) * 1000)
  const ms = Date.UTC(year, month - 1, day, hour, minute, second) + fraction
  const date = new Date(ms)
  const isReal = date.getUTCDate() === day && date.getUTCMonth() === month - 1
  if (!isReal || hour > 23 || minute > 59 || second > 59) return undefined
  const zone = match[8]
  return { ms: ms - zoneMs(zone), unit: 'iso', hasZone: zone !== undefined || match[4] === undefined }
}
