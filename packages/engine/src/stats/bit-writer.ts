/** Writes values of any width one after another into words of 32 bits, the lowest bit first. */
export type BitWriter = {
  /** The lowest `width` bits of `value`, 32 at most. */
  bits(value: number, width: number): void
  flag(value: boolean): void
  /** A whole number from 0 to 2^53 - 1, in as many bits as it needs and six. */
  count(value: number): void
  /** A whole number of either sign, up to 2^52. */
  signed(value: number): void
  f32(value: number): void
  f64(value: number): void
  /** A number cut to 36 significant bits. */
  f36(value: number): void
  /** Whole numbers of either sign, `values` from `start` to `end`, in Rice code with `shift` bits after the quotient. */
  rice(values: Int32Array, start: number, end: number, shift: number): void
  /** Fills the last word up and gives all words so far; they are valid until the next call. */
  end(): Uint32Array
}

/** Words of the first buffer, which doubles. */
const FIRST_WORDS = 256
const TWO_32 = 2 ** 32
/** Bits of a number's lower half that 36 significant ones leave out. */
export const CUT_BITS = 17
/**
 * A quotient of a Rice code that is as large is not counted out: the number follows as it is. Fitted by measured time
 * and memory.
 */
export const ESCAPE = 12
/** Bits of a Rice code that are written and read in one go. */
export const MAX_AT_ONCE = 31

/** A writer that grows as needed. After `end` it begins anew. */
export function createBitWriter(): BitWriter {
  let words = new Uint32Array(FIRST_WORDS)
  let at = 0
  let word = 0
  let used = 0
  const float = new Float64Array(1)
  const halves = new Uint32Array(float.buffer)
  const single = new Float32Array(1)
  const singleBits = new Uint32Array(single.buffer)

  const grow = (): void => {
    const grown = new Uint32Array(2 * words.length)
    grown.set(words)
    words = grown
  }
  const next = (): void => {
    if (at === words.length) grow()
    words[at++] = word
  }
  const bits = (value: number, width: number): void => {
    if (width === 0) return
    const low = width === 32 ? value | 0 : value & ((1 << width) - 1)
    word |= low << used
    const total = used + width
    if (total < 32) {
      used = total
      return
    }
    next()
    word = used === 0 ? 0 : low >>> (32 - used)
    used = total - 32
  }
  const count = (value: number): void => {
    const high = Math.floor(value / TWO_32)
    const highWidth = 32 - Math.clz32(high)
    const lowWidth = high > 0 ? 32 : 32 - Math.clz32(value)
    bits(highWidth + lowWidth, 6)
    bits(value, lowWidth)
    bits(high, highWidth)
  }
  return {
    bits,
    flag: (value) => bits(value ? 1 : 0, 1),
    count,
    signed(value) {
      bits(value < 0 ? 1 : 0, 1)
      count(Math.abs(value))
    },
    f32(value) {
      single[0] = value
      bits(singleBits[0]!, 32)
    },
    f64(value) {
      float[0] = value
      bits(halves[0]!, 32)
      bits(halves[1]!, 32)
    },
    f36(value) {
      float[0] = value
      bits(halves[0]! >>> CUT_BITS, 32 - CUT_BITS)
      bits(halves[1]!, 32)
    },
    rice(values, start, end, shift) {
      // Each takes two words at most
      const max = at + 2 * (end - start)
      while (words.length <= max) grow()
      const target = words
      const mask = (1 << shift) - 1
      let place = at
      let open = word
      let bit = used
      const put = (value: number, width: number): void => {
        open |= value << bit
        bit += width
        if (bit < 32) return
        target[place++] = open
        bit -= 32
        open = bit === 0 ? 0 : value >>> (width - bit)
      }
      for (let k = start; k < end; k++) {
        const value = values[k]!
        const folded = (value << 1) ^ (value >> 31)
        const quotient = folded >>> shift
        const width = quotient + 1 + shift
        if (quotient >= ESCAPE) {
          put((1 << ESCAPE) - 1, ESCAPE)
          put(folded, 32)
        } else if (width <= MAX_AT_ONCE) {
          put(((1 << quotient) - 1) | ((folded & mask) << (quotient + 1)), width)
        } else {
          put((1 << quotient) - 1, quotient + 1)
          put(folded & mask, shift)
        }
      }
      at = place
      word = open
      used = bit
    },
    end() {
      if (used > 0) next()
      const written = words.subarray(0, at)
      at = word = used = 0
      return written
    },
  }
}
