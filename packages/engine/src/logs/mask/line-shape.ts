import { STOPS } from './mask-branches.ts'

const DIGIT = 1
const HEX = 2
const LETTER = 4
/** A blank, or one of `STOPS`. */
const STOP = 8

const classes: Uint8Array = new Uint8Array(256)
for (let c = 48; c < 58; c++) classes[c] = DIGIT | HEX
for (const first of [65, 97]) {
  for (let c = first; c < first + 26; c++) classes[c] = LETTER
  for (let c = first; c < first + 6; c++) classes[c] = LETTER | HEX
}
for (let c = 0; c < 33; c++) classes[c] = STOP
for (const c of STOPS) classes[c.charCodeAt(0)] = STOP

/** Longer messages and words could be cut by the caps of the masks. */
const MAX_MESSAGE = 1024
const MAX_WORD = 120
/** Dates take numbers of one to four digits: the length of longer ones says nothing. */
const MAX_DATE_DIGITS = 4
/** Letters a to f with a digit are masked from seven on. */
const FEWEST_HEX = 7
const MAX_HEX_LENGTH = 64
const ZERO = 48
const LETTER_A = 97
const LETTER_X = 120
/** Codes above those of bytes. */
const NUMBERS = 256
const MASKED = 300
const ZERO_OF_HEX = 301

const DASH = 45
const UUID_LENGTH = 36

/** Whether a UUID with a digit stands here, and a stop or the end behind it. */
function isUuid(bytes: Uint8Array, from: number, to: number): boolean {
  const end = from + UUID_LENGTH
  if (end > to || (end < to && classes[bytes[end] as number] !== STOP)) return false
  let any = 0
  for (let k = 0; k < UUID_LENGTH; k++) {
    const byte = bytes[from + k] as number
    const isDash = k === 8 || k === 13 || k === 18 || k === 23
    if (isDash ? byte !== DASH : ((classes[byte] as number) & HEX) === 0) return false
    any |= classes[byte] as number
  }
  return (any & DIGIT) !== 0
}

/**
 * A number that is equal, but for hash collisions, only for messages of which the scanner of mask-line.ts makes the same masked
 * line; NaN for a message that is too long for this. `bytes` is UTF-8. Whatever begins with a digit is masked, and the masks ask
 * only which characters of it are digits and letters a to f; where it stands alone, only whether it is a short number.
 */
export function shapeOf(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > MAX_MESSAGE) return Number.NaN
  let low = 0x811c9dc5 | 0
  let high = 0x9e3779b9 | 0
  let word = from
  let before = STOP
  for (let at = from; at < to; ) {
    const kind = classes[bytes[at] as number] as number
    let end = at + 1
    // 0: as it is, 1: by the class of its characters, else: one code for the whole
    let form = 0
    if ((kind & (DIGIT | LETTER)) === 0) {
      if (kind === STOP) {
        if (at - word > MAX_WORD) return Number.NaN
        word = end
      }
    } else {
      let all = kind
      let any = kind
      let next = 0
      for (; end < to; end++) {
        next = classes[bytes[end] as number] as number
        if ((next & (DIGIT | LETTER)) === 0) break
        all &= next
        any |= next
      }
      const isHexOfEight = (all & HEX) !== 0 && end - at === 8
      if (isHexOfEight && before === STOP && bytes[end] === DASH && isUuid(bytes, at, to)) {
        end = at + UUID_LENGTH
        form = MASKED
      } else if ((any & DIGIT) !== 0) {
        const isAlone = before === STOP && (end === to || next === STOP)
        const length = end - at
        if ((kind & DIGIT) !== 0) {
          if (!isAlone) form = 1
          else form = (all & DIGIT) !== 0 && length <= MAX_DATE_DIGITS ? NUMBERS + length : MASKED
        } else if (isAlone && (all & HEX) !== 0 && length >= FEWEST_HEX && length <= MAX_HEX_LENGTH) form = MASKED
      }
    }
    if (form > 1) {
      low = Math.imul(low ^ form, 0x01000193)
      high = Math.imul(high ^ form, 0x85ebca6b)
      high ^= high >>> 15
    } else {
      for (let i = at; i < end; i++) {
        let code = bytes[i] as number
        if (form === 1) {
          if (i === at && code === ZERO && ((bytes[i + 1] as number) | 32) === LETTER_X) code = ZERO_OF_HEX
          else if (((classes[code] as number) & DIGIT) !== 0) code = ZERO
          else if (((classes[code] as number) & HEX) !== 0) code = LETTER_A
        }
        low = Math.imul(low ^ code, 0x01000193)
        high = Math.imul(high ^ code, 0x85ebca6b)
        high ^= high >>> 15
      }
    }
    before = kind & STOP
    at = end
  }
  if (to - word > MAX_WORD) return Number.NaN
  return (high >>> 0) * 0x200000 + ((low ^ (low >>> 16)) & 0x1fffff)
}
