import type { BitReader } from './bit-reader.ts'
import type { BitWriter } from './bit-writer.ts'

/**
 * Whole numbers below 2^29 in few bits: blocks of them as differences to what is predicted, in Rice code (Rice, JPL 79-22, 1979) with a
 * parameter a block. Predicted is, whichever of them costs a block least, the mean of the block before, the value before, or the one
 * `lag` before (`lag` 0 for none).
 */
export function writeIntegers(out: BitWriter, values: Int32Array, length: number, lag = 0): void {
  out.count(length)
  if (length === 0) return
  out.count(lag)
  out.signed(values[0]!)
  let mean = values[0]!
  for (let from = 1; from < length; from += BLOCK) {
    const to = Math.min(length, from + BLOCK)
    const last = values[from - 1]!
    if (isAll(values, last, from, to)) {
      out.bits(BY_LAST + 4 * ALL_SAME, 7)
      mean = last
      continue
    }
    let byMean = 0
    let byLast = 0
    let byLag = 0
    let sum = 0
    const isLagged = lag > 0 && from >= lag
    for (let k = from; k < to; k++) {
      const value = values[k]!
      sum += value
      byMean += Math.abs(value - mean)
      byLast += Math.abs(value - values[k - 1]!)
      if (isLagged) byLag += Math.abs(value - values[k - lag]!)
    }
    const way = isLagged && byLag < byMean && byLag < byLast ? BY_LAG : byMean < byLast ? BY_MEAN : BY_LAST
    const cost = way === BY_LAG ? byLag : way === BY_MEAN ? byMean : byLast
    const shift = cost === 0 ? ALL_SAME : shiftFor((2 * cost) / (to - from))
    out.bits(way + 4 * shift, 7)
    if (cost > 0) {
      if (way === BY_MEAN) for (let k = from; k < to; k++) differences[k - from] = values[k]! - mean
      else {
        const back = way === BY_LAG ? lag : 1
        for (let k = from; k < to; k++) differences[k - from] = values[k]! - values[k - back]!
      }
      out.rice(differences, 0, to - from, shift)
    }
    mean = Math.round(sum / (to - from))
  }
}

/** Reads what `writeIntegers` wrote into `values`, which must be long enough; gives the number of them. */
export function readIntegers(from: BitReader, values: Int32Array): number {
  const length = from.count()
  if (length === 0) return 0
  const lag = from.count()
  values[0] = from.signed()
  let mean = values[0]!
  for (let start = 1; start < length; start += BLOCK) {
    const end = Math.min(length, start + BLOCK)
    const head = from.bits(7)
    const way = head & 3
    const shift = head >> 2
    if (shift === ALL_SAME && way !== BY_LAG) {
      mean = way === BY_MEAN ? mean : values[start - 1]!
      values.fill(mean, start, end)
      continue
    }
    if (shift === ALL_SAME) values.fill(0, start, end)
    else from.rice(values, start, end, shift)
    if (way === BY_MEAN) for (let k = start; k < end; k++) values[k]! += mean
    else {
      const back = way === BY_LAG ? lag : 1
      for (let k = start; k < end; k++) values[k]! += values[k - back]!
    }
    let sum = 0
    for (let k = start; k < end; k++) sum += values[k]!
    mean = Math.round(sum / (end - start))
  }
  return length
}

/** Numbers that share a prediction and a parameter. Fitted by measured time and memory. */
const BLOCK = 24
const BY_MEAN = 0
const BY_LAST = 1
const BY_LAG = 2
/** The parameter of a block without any difference. */
const ALL_SAME = 31
const MAX_SHIFT = 30
const TWO_31 = 2 ** 31
const differences = new Int32Array(BLOCK)

/** The whole part of the binary logarithm of `mean`. */
function shiftFor(mean: number): number {
  return Math.min(MAX_SHIFT, mean < 1 ? 0 : 31 - Math.clz32(Math.min(mean, TWO_31)))
}

function isAll(values: Int32Array, value: number, from: number, to: number): boolean {
  for (let k = from; k < to; k++) if (values[k] !== value) return false
  return true
}
