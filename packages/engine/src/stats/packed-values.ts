import type { BitReader } from './bit-reader.ts'
import type { BitWriter } from './bit-writer.ts'
import { readIntegers, writeIntegers } from './packed-integers.ts'

export type ValuePacking = {
  /** Bits of the largest value that are kept, 28 at most. */
  bits: number
  /** After so many values they are about the same again. */
  lag?: number
}

let numbers = new Int32Array(1024)
const float = new Float64Array(1)
const halves = new Uint32Array(float.buffer)

/**
 * Values as whole numbers of a step: the largest power of two by which none is rounded, or that of the last bit kept. It makes no
 * difference how often they are packed.
 */
export function writeValues(
  out: BitWriter,
  values: Float32Array | Float64Array,
  length: number,
  { bits, lag = 0 }: ValuePacking,
): void {
  if (length > numbers.length) numbers = new Int32Array(length)
  let largest = 0
  let last = Number.POSITIVE_INFINITY
  for (let k = 0; k < length; k++) {
    if (values[k] === 0) continue
    largest = Math.max(largest, Math.abs(values[k]!))
    last = Math.min(last, lastBitOf(values[k]!))
  }
  const exponent = largest > 0 ? Math.max(last, Math.floor(Math.log2(largest)) - bits + 1) : 0
  const perStep = 2 ** -exponent
  for (let k = 0; k < length; k++) numbers[k] = Math.round(values[k]! * perStep)
  out.signed(exponent)
  writeIntegers(out, numbers, length, lag)
}

/** Reads what `writeValues` wrote; gives the number of values. */
export function readValues(from: BitReader, values: Float32Array | Float64Array): number {
  if (values.length > numbers.length) numbers = new Int32Array(values.length)
  const step = 2 ** from.signed()
  const length = readIntegers(from, numbers)
  for (let k = 0; k < length; k++) values[k] = numbers[k]! * step
  return length
}

/** The exponent of the last bit that is set. */
function lastBitOf(value: number): number {
  float[0] = value
  const low = halves[0]!
  const high = (halves[1]! & 0xfffff) | 0x100000
  const zeros = low === 0 ? 32 + trailingZeros(high) : trailingZeros(low)
  return ((halves[1]! >>> 20) & 0x7ff) - 1075 + zeros
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word)
}
