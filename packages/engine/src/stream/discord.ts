import type { Arena } from '../stats/arena.ts'
import type { Packable } from '../stats/packable.ts'
import { readIntegers, writeIntegers } from '../stats/packed-integers.ts'

/**
 * How far the last `length` values are from the nearest earlier interval: the left discord (Lu et al., DAMP, KDD 2022), by
 * Euclidean distance without normalisation, since a level never seen is anomalous too. Distances of all lags are carried along
 * as in STOMP (Zhu et al., ICDM 2016); values are whole numbers of a step, so that nothing is lost to rounding.
 */
export type Discord = Packable & {
  /** Takes the next value and gives its distance in units of the step; NaN until there are two intervals. */
  push(value: number, range: number, level: number): number
  /** The value so many before the last one, as it was quantised; NaN where it is not kept. */
  quantised(back: number): number
}

export type DiscordOptions = { length: number; lags: number; stride: number }

/** A step is this part of the range that nine tenths of the values lie in. */
const STEPS_PER_RANGE = 256
/** Values are cut this many steps from the origin, so that sums of squares stay exact. */
const MAX_STEPS = 2 ** 20
/** Steps from the origin at which the level becomes the new one. */
const FAR_OFF = 2 ** 18
/** Values kept beyond the history, so that it is moved seldom. */
const SLACK = 64

const COUNT = 0
const STEP = 1
const ORIGIN = 2
const STATE = 3

/** A search over `lags` lags, from `length` on and `stride` apart, whose state lies in `arena`. */
export function createDiscord(arena: Arena, { length, lags, stride }: DiscordOptions): Discord {
  const history = length + (lags - 1) * stride + length + 1
  const capacity = history + SLACK
  const state = arena.f64(STATE)
  const squares = arena.f64(lags)
  // Whole numbers below 2^24: a float holds them as well, and the loop below runs twice as fast on it.
  const values = arena.f32(capacity)
  const kept = new Int32Array(history)

  const quantise = (value: number): number =>
    Math.max(-MAX_STEPS, Math.min(MAX_STEPS, Math.round((value - state[ORIGIN]!) / state[STEP]!)))
  const measureAgain = (): void => {
    // Comes from a float: as a whole number it indexes faster
    const count = state[COUNT]! | 0
    for (let k = 0; k < lags; k++) {
      const lag = length + k * stride
      let sum = 0
      for (let at = Math.max(lag, count - length); at < count; at++) {
        const off = values[at]! - values[at - lag]!
        sum += off * off
      }
      squares[k] = sum
    }
  }
  const rescale = (step: number, level: number): void => {
    const ratio = state[STEP]! / step
    const shift = Math.round((state[ORIGIN]! - level) / step)
    for (let k = 0; k < state[COUNT]!; k++)
      values[k] = Math.max(-MAX_STEPS, Math.min(MAX_STEPS, Math.round(values[k]! * ratio) + shift))
    state[ORIGIN]! -= shift * step
    state[STEP] = step
    measureAgain()
  }
  const adapt = (range: number, level: number): void => {
    if (state[STEP] === 0) state[STEP] = 1
    const wanted = range > 0 ? 2 ** Math.floor(Math.log2(range / STEPS_PER_RANGE)) : state[STEP]!
    const isOff = wanted > 4 * state[STEP]! || wanted < state[STEP]! / 4
    if (isOff) rescale(wanted, level)
    else if (Math.abs(level - state[ORIGIN]!) > FAR_OFF * state[STEP]!) rescale(state[STEP]!, level)
  }
  const append = (value: number): void => {
    if (state[COUNT] === capacity) {
      values.copyWithin(0, capacity - history)
      state[COUNT] = history
    }
    values[state[COUNT]!] = value
    state[COUNT]! += 1
  }
  return {
    push(value, range, level) {
      adapt(range, level)
      append(quantise(value))
      const end = state[COUNT]! - 1
      const entering = values[end]!
      const left = end - length
      const leaving = left >= 0 ? values[left]! : 0
      const paired = Math.min(lags, Math.floor((end - length) / stride) + 1)
      const full = Math.max(0, Math.min(lags, Math.floor((left - length) / stride) + 1))
      const whole = Math.min(lags, Math.floor((left + 1 - length) / stride) + 1)
      let best = slide(squares, values, { entering, leaving, left, length, stride, full })
      for (let k = full; k < paired; k++) {
        const now = entering - values[left - k * stride]!
        squares[k] = squares[k]! + now * now
        if (k < whole && squares[k]! < best) best = squares[k]!
      }
      return best === Number.POSITIVE_INFINITY ? Number.NaN : Math.sqrt(best) * state[STEP]!
    },
    quantised: (back) => state[ORIGIN]! + (values[state[COUNT]! - 1 - back] ?? Number.NaN) * state[STEP]!,
    // The sums follow from the values, to the last bit
    pack(out) {
      const count = Math.min(history, state[COUNT]!)
      out.flag(count > 0)
      if (count === 0) return
      out.signed(Math.log2(state[STEP]!))
      out.f64(state[ORIGIN]!)
      for (let k = 0; k < count; k++) kept[k] = values[state[COUNT]! - count + k]!
      writeIntegers(out, kept, count)
    },
    unpack(from) {
      state.fill(0)
      if (from.flag()) {
        state[STEP] = 2 ** from.signed()
        state[ORIGIN] = from.f64()
        state[COUNT] = readIntegers(from, kept)
        for (let k = 0; k < state[COUNT]!; k++) values[k] = kept[k]!
      }
      measureAgain()
    },
  }
}

type Slide = { entering: number; leaving: number; left: number; length: number; stride: number; full: number }

/** Moves the intervals of `full` lags on by one value and gives the smallest sum. It takes most of the time, so it stands alone. */
function slide(squares: Float64Array, values: Float32Array, by: Slide): number {
  const { entering, leaving, length, stride, full } = by
  let best = Number.POSITIVE_INFINITY
  // Comes from a float: as a whole number it indexes faster.
  let at = by.left | 0
  for (let k = 0; k < full; k++) {
    const now = entering - values[at]!
    const before = leaving - values[at - length]!
    const sum = squares[k]! + now * now - before * before
    squares[k] = sum
    if (sum < best) best = sum
    at -= stride
  }
  return best
}
