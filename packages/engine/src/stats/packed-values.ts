import type { BitReader } from './bit-reader.ts'
import type { BitWriter } from './bit-writer.ts'
import { readIntegers, writeIntegers } from './packed-integers.ts'

export type ValuePacking = {
  /** Bits of the largest value that are kept, 28 at most. */
  bits: number
  /** Differences up to this one need not be kept; 0 unless said otherwise. */
  resolution?: number
  /** After so many values they are about the same again. */
  lag?: number
}

let numbers = new Int32Array(1024)

/**
 * Values as whole numbers of a step, a power of two: so that it makes no difference how often they are packed, and a step that was finer or
 * coarser before adds no more than half of itself.
 */
export function writeValues(
  out: BitWriter,
  values: Float32Array | Float64Array,
  length: number,
  { bits, resolution = 0, lag = 0 }: ValuePacking,
): void {
  if (length > numbers.length) numbers = new Int32Array(length)
  let largest = 0
  for (let k = 0; k < length; k++) largest = Math.max(largest, Math.abs(values[k]!))
  const least = largest > 0 ? Math.floor(Math.log2(largest)) - bits + 1 : 0
  const exponent = resolution > 0 ? Math.max(least, Math.floor(Math.log2(resolution))) : least
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
