/** Hands out typed arrays over one block of bytes, in the order they are asked for, so that the block is the whole state. */
export type Arena = {
  f64(length: number): Float64Array
  f32(length: number): Float32Array
  /** Bytes handed out so far. */
  readonly used: number
}

/** An arena over `buffer`; arrays begin at multiples of 8. Throws RangeError where the buffer is too small. */
export function createArena(buffer: ArrayBuffer): Arena {
  let used = 0
  const take = (bytes: number): number => {
    const at = used
    used += (bytes + 7) & ~7
    if (used > buffer.byteLength) throw new RangeError(`a state of ${buffer.byteLength} bytes is too small`)
    return at
  }
  return {
    f64: (length) => new Float64Array(buffer, take(length * 8), length),
    f32: (length) => new Float32Array(buffer, take(length * 4), length),
    get used() {
      return used
    },
  }
}
