import { type CsvDelimiter, DELIMITER_CHARACTERS, type DecimalMark } from './csv-format.ts'

/**
 * What the last scan met: `next` is the index of the delimiter or the end after the cell. `mark` is that of the numbers read so
 * far; the first number with one sets it, a comma only where the delimiter is another character.
 */
export type NumberScan = {
  next: number
  status: ScanStatus
  /** The byte of the delimiter: the scan of a cell has no time to look it up. */
  readonly delimiter: number
  /** The byte of the decimal mark. */
  mark: number
  isMarkKnown: boolean
  /** Whether it is known that the other mark parts thousands: alone, `1,234` may be a number with a fraction. */
  hasGroups: boolean
}

/** 0 a number, 1 missing, 2 text, 3 not finite, 4 begins with a quote: the row needs the slow road. */
type ScanStatus = 0 | 1 | 2 | 3 | 4

/** A scan of cells between such delimiters, before the first number. */
export function createNumberScan(delimiter: CsvDelimiter = 'comma'): NumberScan {
  const byte = DELIMITER_CHARACTERS[delimiter].charCodeAt(0)
  return { next: 0, status: 0, delimiter: byte, mark: POINT, isMarkKnown: byte === COMMA, hasGroups: false }
}

const COMMA = 44
/** The byte of the decimal point. */
export const POINT = 46
const POWERS = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`))

/**
 * Reads one unquoted cell that starts at `at`, in one pass over its bytes. Up to 15 digits with a power of ten up to 22 are
 * rounded exactly by a single division (Clinger 1990); all else goes through Number(). Gives NaN unless the status is 0.
 */
export function scanNumber(bytes: Uint8Array, at: number, end: number, scan: NumberScan): number {
  const { delimiter, mark } = scan
  let place = at
  let byte = place < end ? bytes[place]! : delimiter
  const isNegative = byte === 45
  if (isNegative || byte === 43) byte = ++place < end ? bytes[place]! : delimiter
  let mantissa = 0
  let digits = 0
  let decimals = 0
  const first = place
  while (byte >= 48 && byte <= 57) {
    mantissa = mantissa * 10 + (byte - 48)
    if (mantissa > 0) digits++
    byte = ++place < end ? bytes[place]! : delimiter
  }
  let seen = place - first
  if (byte === mark) {
    byte = ++place < end ? bytes[place]! : delimiter
    const fraction = place
    while (byte >= 48 && byte <= 57) {
      mantissa = mantissa * 10 + (byte - 48)
      if (mantissa > 0) digits++
      byte = ++place < end ? bytes[place]! : delimiter
    }
    decimals = place - fraction
    seen += decimals
  }
  if (byte === delimiter && seen > 0 && digits <= 15 && decimals <= 22) {
    scan.next = place
    scan.status = 0
    if (decimals > 0 && !scan.isMarkKnown) scan.isMarkKnown = true
    const value = decimals > 0 ? mantissa / POWERS[decimals]! : mantissa
    return isNegative ? -value : value
  }
  return scanOddCell(bytes, at, end, scan)
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const DECIMAL_COMMA = /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:e[+-]?\d+)?$/i
/** Thousands in groups, parted by the other mark, an apostrophe or a blank; the first part of the match is that character, the second the fraction. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?=([,'’ \u00a0\u202f])\d{3})(?:\1\d{3})+(\.\d+)?$/
const GROUPED_COMMA = /^[+-]?[1-9]\d{0,2}(?=([.'’ \u00a0\u202f])\d{3})(?:\1\d{3})+(,\d+)?$/
const MISSING = /^(?:nan|null|none|nil|n\/?a|#n\/a)?$/i
const INFINITE = /^[+-]?inf(?:inity)?$/i
const BOOLEAN = /^(?:true|false)$/i

/** Reads the text of a cell by the same rules as `scanNumber`; `scan.next` is left alone. */
export function readNumber(text: string, scan: NumberScan): number {
  const cell = text.trim()
  if (MISSING.test(cell)) return give(scan, 1)
  const number = cell.endsWith('%') ? cell.slice(0, -1).trimEnd() : cell
  if (!scan.isMarkKnown && number.includes(',') && DECIMAL_COMMA.test(number)) scan.mark = COMMA
  if (!scan.isMarkKnown) scan.mark = findMark(number) ?? scan.mark
  const isPlain = (scan.mark === COMMA ? DECIMAL_COMMA : DECIMAL).test(number)
  const digits = isPlain ? number : withoutGroups(number, scan)
  if (digits === undefined) return giveText(cell, scan)
  if (/[.,]/.test(digits)) scan.isMarkKnown = true
  const value = Number(digits.replace(',', '.'))
  return Number.isFinite(value) ? give(scan, 0, value) : give(scan, 3)
}

function give(scan: NumberScan, status: ScanStatus, value: number = Number.NaN): number {
  scan.status = status
  return value
}

function giveText(cell: string, scan: NumberScan): number {
  if (BOOLEAN.test(cell)) return give(scan, 0, cell.length === 4 ? 1 : 0)
  return give(scan, INFINITE.test(cell) ? 3 : 2)
}

/** The number without the marks between its thousands; undefined where they may be its decimal mark, and for any other text. */
function withoutGroups(number: string, scan: NumberScan): string | undefined {
  const [, group, fraction] = (scan.mark === COMMA ? GROUPED_COMMA : GROUPED).exec(number) ?? []
  if (group === undefined) return undefined
  const isSure = !/[.,]/.test(group) || fraction !== undefined || number.indexOf(group) < number.lastIndexOf(group)
  if (!isSure && !scan.hasGroups) return undefined
  scan.hasGroups = true
  return number.replaceAll(group, '')
}

/** The byte of the decimal mark of a number that can be read in one way only; undefined for others, `1,234` and `1234` among them. */
export function findMark(number: string): number | undefined {
  const isPoint = POINT_FOR_SURE.test(number)
  return isPoint ? POINT : COMMA_FOR_SURE.test(number) ? COMMA : undefined
}

const POINT_FOR_SURE = markForSure(',', '\\.')
const COMMA_FOR_SURE = markForSure('\\.', ',')

/** Numbers with a fraction that is no group of three digits, with groups of thousands and a fraction, or with two groups parted by the other mark. */
function markForSure(otherMark: string, mark: string): RegExp {
  const plain = `\\d+${mark}(?:\\d{1,2}|\\d{4,})|(?:0|\\d{4,})${mark}\\d+`
  const grouped = `[1-9]\\d{0,2}(?:[${otherMark}'’ \\u00a0\\u202f]\\d{3})+${mark}\\d+|[1-9]\\d{0,2}(?:${otherMark}\\d{3}){2,}`
  return new RegExp(`^[+-]?(?:${plain}|${grouped})$`)
}

/** The decimal mark of the numbers read so far. */
export function decimalOf({ mark }: NumberScan): DecimalMark {
  return mark === COMMA ? 'comma' : 'point'
}

/** Whether the text is a number, but with the decimal mark that the numbers before it do not have. */
export function hasOtherMark(text: string, { mark, delimiter }: NumberScan): boolean {
  return delimiter !== COMMA && (mark === COMMA ? DECIMAL : DECIMAL_COMMA).test(text.trim())
}

function scanOddCell(bytes: Uint8Array, at: number, end: number, scan: NumberScan): number {
  const { delimiter } = scan
  let stop = at
  let text = ''
  for (; stop < end && bytes[stop] !== delimiter; stop++) {
    if (text.length < 512) text += String.fromCharCode(bytes[stop]!)
  }
  scan.next = stop
  const trimmed = text.trimStart()
  if (trimmed.startsWith('"')) {
    scan.status = 4
    return Number.NaN
  }
  return readNumber(text, scan)
}
