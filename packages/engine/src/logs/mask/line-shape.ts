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
const maxMessage = 1024
const maxWord = 120
/** Dates take numbers of one to four digits: the length of longer ones says nothing. */
const maxDateDigits = 4
/** Letters a to f with a digit are masked from seven on. */
const fewestHex = 7
const maxHexLength = 64
const zero = 48
const letterA = 97
const letterX = 120
/** Codes above those of bytes. */
const numbers = 256
const masked = 300
const zeroOfHex = 301

const dash = 45
const uuidLength = 36

/** Whether a UUID with a digit stands here, and a stop or the end behind it. */
function isUuid(bytes: Uint8Array, from: number, to: number): boolean {
  const end = from + uuidLength
  if (end > to || (end < to && classes[bytes[end] as number] !== STOP)) return false
  let any = 0
  for (let k = 0; k < uuidLength; k++) {
    const byte = bytes[from + k] as number
    const isDash = k === 8 || k === 13 || k === 18 || k === 23
    if (isDash ? byte !== dash : ((classes[byte] as number) & HEX) === 0) return false
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
  if (to - from > maxMessage) return Number.NaN
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
        if (at - word > maxWord) return Number.NaN
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
      if (isHexOfEight && before === STOP && bytes[end] === dash && isUuid(bytes, at, to)) {
        end = at + uuidLength
        form = masked
      } else if ((any & DIGIT) !== 0) {
        const isAlone = before === STOP && (end === to || next === STOP)
        const length = end - at
        if ((kind & DIGIT) !== 0) {
          if (!isAlone) form = 1
          else form = (all & DIGIT) !== 0 && length <= maxDateDigits ? numbers + length : masked
        } else if (isAlone && (all & HEX) !== 0 && length >= fewestHex && length <= maxHexLength) form = masked
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
          if (i === at && code === zero && ((bytes[i + 1] as number) | 32) === letterX) code = zeroOfHex
          else if (((classes[code] as number) & DIGIT) !== 0) code = zero
          else if (((classes[code] as number) & HEX) !== 0) code = letterA
        }
        low = Math.imul(low ^ code, 0x01000193)
        high = Math.imul(high ^ code, 0x85ebca6b)
        high ^= high >>> 15
      }
    }
    before = kind & STOP
    at = end
  }
  if (to - word > maxWord) return Number.NaN
  return (high >>> 0) * 0x200000 + ((low ^ (low >>> 16)) & 0x1fffff)
}
