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
}

/** 0 a number, 1 missing, 2 text, 3 not finite, 4 begins with a quote: the row needs the slow road. */
type ScanStatus = 0 | 1 | 2 | 3 | 4

/** A scan of cells between such delimiters, before the first number. */
export function createNumberScan(delimiter: CsvDelimiter = 'comma'): NumberScan {
  const byte = DELIMITER_CHARACTERS[delimiter].charCodeAt(0)
  return { next: 0, status: 0, delimiter: byte, mark: POINT, isMarkKnown: byte === COMMA }
}

const COMMA = 44
const POINT = 46
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
const MISSING = /^(?:nan|null)?$/i
const INFINITE = /^[+-]?inf(?:inity)?$/i

/** Reads the text of a cell by the same rules as `scanNumber`; `scan.next` is left alone. */
export function readNumber(text: string, scan: NumberScan): number {
  const cell = text.trim()
  if (MISSING.test(cell)) {
    scan.status = 1
    return Number.NaN
  }
  if (!scan.isMarkKnown && cell.includes(',') && DECIMAL_COMMA.test(cell)) scan.mark = COMMA
  const isNumber = (scan.mark === COMMA ? DECIMAL_COMMA : DECIMAL).test(cell)
  if (!isNumber) {
    scan.status = INFINITE.test(cell) ? 3 : 2
    return Number.NaN
  }
  if (/[.,]/.test(cell)) scan.isMarkKnown = true
  const value = Number(cell.replace(',', '.'))
  scan.status = Number.isFinite(value) ? 0 : 3
  return Number.isFinite(value) ? value : Number.NaN
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
