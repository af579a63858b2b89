import type { BitReader } from './bit-reader.ts'
import { type BitWriter, CUT_BITS } from './bit-writer.ts'
import { readIntegers, writeIntegers } from './packed-integers.ts'

/**
 * Bits of the upper half that are written as differences; neighbours share most of them. Fitted by measured time and
 * memory.
 */
const HEAD_BITS = 28
const REST_BITS = 32 - HEAD_BITS

/** Numbers of 36 significant bits, such as values that were placed in a frame, have none of these. */
const LATER_BITS = 2 ** CUT_BITS - 1

let heads = new Int32Array(256)
const float = new Float64Array(1)
const halves = new Int32Array(float.buffer)

/** Ascending numbers, to the last bit: equal distances have to stay equal. */
export function writeAscending(out: BitWriter, values: Float64Array, length: number): void {
  if (length > heads.length) heads = new Int32Array(length)
  for (let k = 0; k < length; k++) {
    float[0] = values[k]!
    heads[k] = inOrder(halves[1]!) >> REST_BITS
  }
  writeIntegers(out, heads, length)
  for (let k = 0; k < length; k++) {
    float[0] = values[k]!
    out.bits(inOrder(halves[1]!), REST_BITS)
    const isShort = (halves[0]! & LATER_BITS) === 0
    out.flag(isShort)
    if (isShort) out.bits(halves[0]! >>> CUT_BITS, 32 - CUT_BITS)
    else out.bits(halves[0]!, 32)
  }
}

/** Reads what `writeAscending` wrote; gives the number of values. */
export function readAscending(from: BitReader, values: Float64Array): number {
  if (values.length > heads.length) heads = new Int32Array(values.length)
  const length = readIntegers(from, heads)
  for (let k = 0; k < length; k++) {
    halves[1] = inOrder((heads[k]! << REST_BITS) | from.bits(REST_BITS))
    halves[0] = from.flag() ? from.bits(32 - CUT_BITS) << CUT_BITS : from.bits(32)
    values[k] = float[0]!
  }
  return length
}

/** The upper half of a number as a whole number that ascends with it, and back. */
function inOrder(half: number): number {
  return half < 0 ? half ^ 0x7fffffff : half
}
