import type { BitReader } from './bit-reader.ts'
import type { BitWriter } from './bit-writer.ts'
import { readIntegers, writeIntegers } from './packed-integers.ts'

/**
 * Counts that were halved are kept to an eighth up to this one, and to a whole above it. Fitted by measured time and
 * memory.
 */
const FINE_BELOW = 16
const PARTS = 8
const COARSE_OFFSET = FINE_BELOW * (PARTS - 1)

let numbers = new Int32Array(512)

/** Counts from 0 to 2^24, of values that may have been halved. */
export function writeCounts(out: BitWriter, counts: Float32Array, length: number): void {
  const codes = roomFor(length)
  let isWhole = true
  for (let k = 0; k < length; k++) {
    const count = counts[k]!
    codes[k] = count
    if (codes[k] !== count) isWhole = false
  }
  out.flag(isWhole)
  if (!isWhole) for (let k = 0; k < length; k++) codes[k] = codeOf(counts[k]!)
  writeIntegers(out, codes, length)
}

/** Reads what `writeCounts` wrote; gives the number of counts. */
export function readCounts(from: BitReader, counts: Float32Array): number {
  const codes = roomFor(counts.length)
  const isWhole = from.flag()
  const length = readIntegers(from, codes)
  if (isWhole) for (let k = 0; k < length; k++) counts[k] = codes[k]!
  else for (let k = 0; k < length; k++) counts[k] = countOf(codes[k]!)
  return length
}

function roomFor(length: number): Int32Array {
  if (length > numbers.length) numbers = new Int32Array(length)
  return numbers
}

function codeOf(count: number): number {
  const fine = Math.round(count * PARTS)
  return fine < FINE_BELOW * PARTS ? fine : roundHalfEven(count) + COARSE_OFFSET
}

function countOf(code: number): number {
  return code < FINE_BELOW * PARTS ? code / PARTS : code - COARSE_OFFSET
}

/** Many odd counts are halved at once: rounded up, all of them would become more. */
function roundHalfEven(count: number): number {
  const whole = Math.round(count)
  return whole - count === 0.5 && whole % 2 === 1 ? whole - 1 : whole
}
