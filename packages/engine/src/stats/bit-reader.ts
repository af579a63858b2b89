import { CUT_BITS, ESCAPE, MAX_AT_ONCE } from './bit-writer.ts'

/** Reads what a `BitWriter` wrote, in the same order. */
export type BitReader = {
  /** Begins at a word of other words, which end before the word `end`. */
  start(words: Uint32Array, at: number, end?: number): void
  bits(width: number): number
  flag(): boolean
  count(): number
  signed(): number
  f32(): number
  f64(): number
  f36(): number
  /** Numbers that `BitWriter.rice` wrote with the same parameter, into `values` from `start` to `end`. */
  rice(values: Int32Array, start: number, end: number, shift: number): void
}

const TWO_32 = 2 ** 32

/** A reader; `start` gives it something to read. What lies beyond the last word, or the end that was given, reads as 0. */
export function createBitReader(): BitReader {
  let words: Uint32Array = new Uint32Array(0)
  let at = 0
  let end = 0
  let used = 0
  const float = new Float64Array(1)
  const halves = new Uint32Array(float.buffer)
  const single = new Float32Array(1)
  const singleBits = new Uint32Array(single.buffer)

  const wordAt = (index: number): number => (index < end ? words[index]! : 0)
  /** The next 32 bits, which stay to be read; as a signed number. */
  const peek = (): number => {
    const low = wordAt(at) >>> used
    return used === 0 ? low | 0 : low | (wordAt(at + 1) << (32 - used))
  }
  const skip = (width: number): void => {
    used += width
    at += used >>> 5
    used &= 31
  }
  const bits = (width: number): number => {
    if (width === 0) return 0
    const value = width === 32 ? peek() >>> 0 : peek() & ((1 << width) - 1)
    skip(width)
    return value
  }
  const count = (): number => {
    const width = bits(6)
    const low = bits(Math.min(32, width))
    return width > 32 ? bits(width - 32) * TWO_32 + low : low
  }
  const longRice = (quotient: number, shift: number): number => {
    if (quotient < 0 || quotient >= ESCAPE) {
      skip(ESCAPE)
      return bits(32)
    }
    skip(quotient + 1)
    return (quotient << shift) | bits(shift)
  }
  return {
    start(from, index, before = from.length) {
      words = from
      at = index
      end = Math.min(before, from.length)
      used = 0
    },
    bits,
    flag: () => bits(1) === 1,
    count,
    signed() {
      const isNegative = bits(1) === 1
      const size = count()
      return isNegative ? -size : size
    },
    f32() {
      singleBits[0] = bits(32)
      return single[0]!
    },
    f64() {
      halves[0] = bits(32)
      halves[1] = bits(32)
      return float[0]!
    },
    f36() {
      halves[0] = bits(32 - CUT_BITS) << CUT_BITS
      halves[1] = bits(32)
      return float[0]!
    },
    rice(values, start, before, shift) {
      const mask = (1 << shift) - 1
      const source = words
      const last = end
      let word = at
      let bit = used
      for (let k = start; k < before; k++) {
        const low = word < last ? source[word]! >>> bit : 0
        const ahead = bit === 0 || word + 1 >= last ? low | 0 : low | (source[word + 1]! << (32 - bit))
        const rest = ~ahead
        const quotient = 31 - Math.clz32(rest & -rest)
        const width = quotient + 1 + shift
        let folded: number
        if (quotient >= 0 && quotient < ESCAPE && width <= MAX_AT_ONCE) {
          folded = (quotient << shift) | ((ahead >>> (quotient + 1)) & mask)
          bit += width
        } else {
          at = word
          used = bit
          folded = longRice(quotient, shift)
          word = at
          bit = used
        }
        word += bit >>> 5
        bit &= 31
        values[k] = (folded >>> 1) ^ -(folded & 1)
      }
      at = word
      used = bit
    },
  }
}
