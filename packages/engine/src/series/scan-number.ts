/** What the last scan met: `next` is the index of the comma or the end after the cell. */
export type NumberScan = { next: number; status: ScanStatus }

/** 0 a number, 1 missing, 2 text, 3 not finite, 4 begins with a quote: the row needs the slow road. */
type ScanStatus = 0 | 1 | 2 | 3 | 4

const COMMA = 44
const POWERS = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`))

/**
 * Reads one unquoted cell that starts at `at`, in one pass over its bytes. Up to 15 digits with a power of ten up to 22 are
 * rounded exactly by a single division (Clinger 1990); all else goes through Number(). Gives NaN unless the status is 0.
 */
export function scanNumber(bytes: Uint8Array, at: number, end: number, scan: NumberScan): number {
  let place = at
  let byte = place < end ? bytes[place]! : COMMA
  const isNegative = byte === 45
  if (isNegative || byte === 43) byte = ++place < end ? bytes[place]! : COMMA
  let mantissa = 0
  let digits = 0
  let decimals = 0
  const first = place
  while (byte >= 48 && byte <= 57) {
    mantissa = mantissa * 10 + (byte - 48)
    if (mantissa > 0) digits++
    byte = ++place < end ? bytes[place]! : COMMA
  }
  let seen = place - first
  if (byte === 46) {
    byte = ++place < end ? bytes[place]! : COMMA
    const point = place
    while (byte >= 48 && byte <= 57) {
      mantissa = mantissa * 10 + (byte - 48)
      if (mantissa > 0) digits++
      byte = ++place < end ? bytes[place]! : COMMA
    }
    decimals = place - point
    seen += decimals
  }
  if (byte === COMMA && seen > 0 && digits <= 15 && decimals <= 22) {
    scan.next = place
    scan.status = 0
    const value = decimals > 0 ? mantissa / POWERS[decimals]! : mantissa
    return isNegative ? -value : value
  }
  return scanOddCell(bytes, at, end, scan)
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const MISSING = /^(?:nan|null)?$/i
const INFINITE = /^[+-]?inf(?:inity)?$/i

/** Reads the text of a cell by the same rules as `scanNumber`; `scan.next` is left alone. */
export function readNumber(text: string, scan: NumberScan): number {
  const cell = text.trim()
  if (MISSING.test(cell)) {
    scan.status = 1
    return Number.NaN
  }
  if (!DECIMAL.test(cell)) {
    scan.status = INFINITE.test(cell) ? 3 : 2
    return Number.NaN
  }
  const value = Number(cell)
  scan.status = Number.isFinite(value) ? 0 : 3
  return Number.isFinite(value) ? value : Number.NaN
}

function scanOddCell(bytes: Uint8Array, at: number, end: number, scan: NumberScan): number {
  let comma = at
  let text = ''
  for (; comma < end && bytes[comma] !== COMMA; comma++) {
    if (text.length < 512) text += String.fromCharCode(bytes[comma]!)
  }
  scan.next = comma
  const trimmed = text.trimStart()
  if (trimmed.startsWith('"')) {
    scan.status = 4
    return Number.NaN
  }
  return readNumber(text, scan)
}
