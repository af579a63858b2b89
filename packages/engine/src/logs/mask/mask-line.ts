import { MASK_BRANCHES, SLOT, STOPS } from './mask-branches.ts'

const mask: RegExp = new RegExp(MASK_BRANCHES.join('|'), 'y')

const DAY_NAMES = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun'

const DIGIT = 1
const LETTER = 2
const BLANK = 4
/** Ends the look-ahead over a word: blanks, quotes, brackets, commas, semicolons, equal signs, bars. */
const STOP = 8
/** Within a word, says that some branch may match it. */
const SIGNAL = 16

const classes: Uint8Array = new Uint8Array(128)
for (let c = 48; c < 58; c++) classes[c] = DIGIT | SIGNAL
for (let c = 65; c < 91; c++) classes[c] = LETTER
for (let c = 97; c < 123; c++) classes[c] = LETTER
for (let c = 0; c < 33; c++) classes[c] = BLANK | STOP
for (const c of STOPS) classes[c.charCodeAt(0)] = STOP
for (const c of '/\\@') classes[c.charCodeAt(0)] = SIGNAL

const classAt = (text: string, i: number): number => {
  const code = text.charCodeAt(i)
  return code < 128 ? (classes[code] as number) : 0
}

const UNDERSCORE = 95
const SLASH = 47
/** Characters of a word that are looked ahead. */
const FARTHEST = 128

/** Where the plain word that begins at `i` stops, or `i` itself when some branch may match in it. */
function skipPlainWord(text: string, i: number): number {
  const stop = Math.min(text.length, i + FARTHEST)
  let dotted = false
  let j = i
  for (; j < stop; j++) {
    const code = text.charCodeAt(j)
    const kind = code < 128 ? (classes[code] as number) : STOP
    if ((kind & SIGNAL) !== 0) return i
    if ((kind & STOP) !== 0) break
    if (code === 46) dotted = true
  }
  if ((dotted && isValue(text, i)) || isBehindScheme(text, i)) return i
  return j - i === 3 && isDay(text, i) ? i : j
}

const isBehindScheme = (text: string, i: number): boolean =>
  text.charCodeAt(i - 1) === SLASH && text.charCodeAt(i - 2) === SLASH

const isValue = (text: string, i: number): boolean =>
  text.charCodeAt(i - 1) === 61 || (text.charCodeAt(i - 1) === 32 && text.charCodeAt(i - 2) === 61)

const isDay = (text: string, i: number): boolean => DAY_NAMES.includes(text.slice(i, i + 3))

/** Where a number of digits alone ends that is followed by a stop, or `i`: what every branch would make of it. */
function skipPlainNumber(text: string, i: number): number {
  let j = i + 1
  while ((classAt(text, j) & DIGIT) !== 0) j++
  return j === text.length || (classAt(text, j) & STOP) !== 0 ? j : i
}

/** Whether a branch can begin at `i`, which is no plain word. */
function mayBegin(text: string, i: number, kind: number): boolean {
  const before = classAt(text, i - 1)
  if ((kind & DIGIT) !== 0) return (before & (DIGIT | LETTER)) === 0 || isBehindScheme(text, i)
  if ((kind & LETTER) !== 0) return (before & (DIGIT | LETTER)) === 0 && text.charCodeAt(i - 1) !== UNDERSCORE
  const code = text.charCodeAt(i)
  if (code === SLASH || code === 92) return true
  return isBehindScheme(text, i) || ((code === 45 || code === 43) && (classAt(text, i + 1) & DIGIT) !== 0)
}

/** Where the variable part that begins at `i` ends, or `i` when there is none. */
function matchAt(text: string, i: number, kind: number): number {
  const end = (kind & DIGIT) !== 0 && text.charCodeAt(i - 1) !== SLASH ? skipPlainNumber(text, i) : i
  if (end > i) return end
  mask.lastIndex = i
  return mask.test(text) ? mask.lastIndex : i
}

/** Finds the variable parts of messages; it holds those of the message scanned last. */
export type LineScanner = {
  /** A number that is equal for messages that differ in their variable parts only, and, but for hash collisions, for no others. */
  scan(message: string): number
  /** The message scanned last, with every variable part replaced by {@link SLOT}. */
  masked(): string
}

/**
 * Replaces what is variable by its form: numbers, addresses, paths, hosts, identifiers.
 * One pass, linear in the length of the line; words without a sign of variability are stepped over unmatched.
 * Source: preprocessing step of Drain, He et al., ICWS 2017, with one set of masks for every log instead of one a log.
 */
export function createLineScanner(): LineScanner {
  let spans = new Int32Array(64)
  let count = 0
  let text = ''
  const add = (from: number, to: number): void => {
    if (count === spans.length) {
      const grown = new Int32Array(spans.length * 2)
      grown.set(spans)
      spans = grown
    }
    spans[count++] = from
    spans[count++] = to
  }
  const findSpans = (message: string): void => {
    for (let i = 0; i < message.length; ) {
      const kind = classAt(message, i)
      if ((kind & LETTER) !== 0 && mayBegin(message, i, kind)) {
        const plain = skipPlainWord(message, i)
        if (plain > i) {
          i = plain
          continue
        }
      }
      const end = (kind & BLANK) === 0 && mayBegin(message, i, kind) ? matchAt(message, i, kind) : i
      if (end > i) add(i, end)
      i = Math.max(end, i + 1)
    }
  }
  return {
    scan(message) {
      text = message
      count = 0
      findSpans(message)
      return keyOf(message, spans, count)
    },
    masked() {
      let out = ''
      let copied = 0
      for (let k = 0; k < count; k += 2) {
        out += text.slice(copied, spans[k]) + SLOT
        copied = spans[k + 1] as number
      }
      return copied === 0 ? text : out + text.slice(copied)
    },
  }
}

const slotCode = SLOT.charCodeAt(0)

/** 53 bits of two multiplicative hashes (FNV-1a with other primes) over what stands outside the spans, and a mark for each. */
function keyOf(message: string, spans: Int32Array, count: number): number {
  let low = 0x811c9dc5 | 0
  let high = 0x9e3779b9 | 0
  let at = 0
  for (let k = 0; k <= count; k += 2) {
    const end = k < count ? (spans[k] as number) : message.length
    for (; at < end; at++) {
      const code = message.charCodeAt(at)
      low = Math.imul(low ^ code, 0x01000193)
      high = Math.imul(high ^ code, 0x85ebca6b)
      high ^= high >>> 15
    }
    if (k === count) break
    low = Math.imul(low ^ slotCode, 0x01000193)
    high = Math.imul(high ^ slotCode, 0x85ebca6b)
    high ^= high >>> 15
    at = spans[k + 1] as number
  }
  return (high >>> 0) * 0x200000 + ((low ^ (low >>> 16)) & 0x1fffff)
}
