import type { TimestampUnit } from './csv-report.ts'

/** A point in time and how it was written. */
export type ReadTime = { ms: number; unit: TimestampUnit; hasZone: boolean }

/** Epoch seconds reach this only in the year 5138; epoch milliseconds have passed it since March 1973. */
const FIRST_MILLISECONDS = 1e11
/** Later times are refused. */
const LAST_MS = Date.UTC(2500, 0, 1)
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

/** Reads epoch milliseconds, epoch seconds (fractions allowed) or ISO 8601; undefined for anything else. No zone means UTC. */
export function parseTimestamp(text: string): ReadTime | undefined {
  const ms = commonTime(text)
  if (ms !== undefined) return { ms, unit: 'iso', hasZone: text.length > COMMON_LENGTH }
  const cell = text.trim()
  if (/^\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(cell)) return epochTime(Number(cell))
  const match = ISO.exec(cell)
  return match === null ? undefined : isoTime(match)
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

/** The unit of an epoch number follows from its size. */
export function epochTime(value: number): ReadTime | undefined {
  if (!(value >= 0 && value < LAST_MS)) return undefined
  if (value < FIRST_MILLISECONDS) return { ms: Math.round(value * 1000), unit: 's', hasZone: true }
  return { ms: Math.round(value), unit: 'ms', hasZone: true }
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

function zoneMs(zone: string | undefined): number {
  if (zone === undefined || /^[zu]/i.test(zone)) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || 0)
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
