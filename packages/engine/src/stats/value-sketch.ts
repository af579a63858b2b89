import type { Arena } from './arena.ts'
import type { BitReader } from './bit-reader.ts'
import { type BitWriter, CUT_BITS } from './bit-writer.ts'
import type { Packable } from './packable.ts'
import { readCounts, writeCounts } from './packed-counts.ts'
import { readIntegers, writeIntegers } from './packed-integers.ts'

/**
 * The values seen so far in bounded memory: at most `size` ascending centres with weights (Ben-Haim and Tom-Tov, JMLR 2010).
 * Where there is no room the two centres nearest one another become one, so that values far from all others stay what they are.
 */
export type ValueSketch = Packable & {
  readonly weight: number
  /** Distance from `value` to the `k`-th nearest value seen, of a whole weight. Infinity where there are fewer. */
  distance(value: number, k: number): number
  /** The value that a share of all lies below; NaN for none. */
  quantile(share: number): number
  add(value: number): void
}

const SIZE = 0
const WEIGHT = 1
const STATE = 2

/** A sketch whose state lies in `arena`; all weights are halved when they have come to `fadeAfter`. */
export function createValueSketch(arena: Arena, size: number, fadeAfter: number): ValueSketch {
  const state = arena.f64(STATE)
  const centers = arena.f64(size + 1)
  const weights = arena.f32(size + 1)

  const placeOf = (value: number): number => {
    let low = 0
    let high = state[SIZE]!
    while (low < high) {
      const middle = (low + high) >> 1
      if (centers[middle]! < value) low = middle + 1
      else high = middle
    }
    return low
  }
  const insert = (at: number, value: number): void => {
    const count = state[SIZE]!
    centers.copyWithin(at + 1, at, count)
    weights.copyWithin(at + 1, at, count)
    centers[at] = value
    weights[at] = 1
    state[SIZE] = count + 1
  }
  const remove = (at: number): void => {
    const count = state[SIZE]!
    centers.copyWithin(at, at + 1, count)
    weights.copyWithin(at, at + 1, count)
    state[SIZE] = count - 1
  }
  const mergeNearest = (): void => {
    let best = 0
    let gap = Number.POSITIVE_INFINITY
    for (let k = 0; k + 1 < state[SIZE]!; k++) {
      const here = centers[k + 1]! - centers[k]!
      if (here < gap) {
        gap = here
        best = k
      }
    }
    const left = weights[best]!
    const right = weights[best + 1]!
    const share = right / (left + right)
    centers[best] = centers[best]! * (1 - share) + centers[best + 1]! * share
    weights[best] = left + right
    remove(best + 1)
  }
  const fade = (): void => {
    state[WEIGHT]! /= 2
    let kept = 0
    for (let k = 0; k < state[SIZE]!; k++) {
      if (weights[k]! < 0.2) continue
      centers[kept] = centers[k]!
      weights[kept++] = weights[k]! / 2
    }
    state[SIZE] = kept
  }
  return {
    get weight() {
      return state[WEIGHT]!
    },
    distance(value, k) {
      const count = state[SIZE]!
      let right = placeOf(value)
      let left = right - 1
      let weight = 0
      while (weight < k) {
        const below = left >= 0 ? value - centers[left]! : Number.POSITIVE_INFINITY
        const above = right < count ? centers[right]! - value : Number.POSITIVE_INFINITY
        const distance = Math.min(below, above)
        if (distance === Number.POSITIVE_INFINITY) return distance
        weight += below < above ? weights[left--]! : weights[right++]!
        if (weight >= k) return distance
      }
      return 0
    },
    quantile(share) {
      const wanted = share * state[WEIGHT]!
      let seen = 0
      for (let k = 0; k < state[SIZE]!; k++) {
        seen += weights[k]!
        if (seen >= wanted) return centers[k]!
      }
      return state[SIZE] === 0 ? Number.NaN : centers[state[SIZE]! - 1]!
    },
    add(value) {
      const at = placeOf(value)
      if (at < state[SIZE]! && centers[at] === value) weights[at]! += 1
      else insert(at, value)
      state[WEIGHT]! += 1
      if (state[SIZE]! > size) mergeNearest()
      if (state[WEIGHT]! >= fadeAfter) fade()
    },
    pack(out) {
      const count = state[SIZE]!
      out.count(count)
      if (count === 0) return
      out.count(state[WEIGHT]!)
      writeCounts(out, weights, count)
      writeAscending(out, centers, count)
    },
    unpack(from) {
      state.fill(0)
      const count = from.count()
      if (count === 0) return
      state[SIZE] = count
      state[WEIGHT] = from.count()
      readCounts(from, weights)
      readAscending(from, centers)
    },
  }
}

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
function writeAscending(out: BitWriter, values: Float64Array, length: number): void {
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
function readAscending(from: BitReader, values: Float64Array): number {
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
