import type { Arena } from '../stats/arena.ts'

/**
 * Brings values to a frame of their own: the first value is 0, and the unit is a power of two near the first change, so that
 * neither a large offset nor a large scale costs precision. A value more than ten ranges outside those before it is drawn in
 * to ten ranges: a single 1e300 must not end all sight.
 */
export type ValueFrame = {
  place(value: number): number
  /** By how much of the range seen so far `x` lies outside it; 1 where there is no range yet. */
  novelty(x: number): number
  learn(x: number): void
}

const COUNT = 0
const FIRST = 1
const UNIT = 2
const LOW = 3
const HIGH = 4
const STATE = 5

const RANGES_OUT = 10
const UNBOUNDED = 30
const LARGEST = 2 ** 40

/** A frame whose state lies in `arena`. */
export function createValueFrame(arena: Arena): ValueFrame {
  const state = arena.f64(STATE)
  return {
    place(value) {
      if (state[COUNT] === 0) state[FIRST] = value
      const change = value - state[FIRST]!
      const finite = Number.isFinite(change) ? change : Math.sign(change) * Number.MAX_VALUE
      if (state[UNIT] === 0 && finite !== 0) state[UNIT] = 2 ** Math.max(-1000, Math.floor(Math.log2(Math.abs(finite))))
      if (state[UNIT] === 0) return 0
      const x = finite / state[UNIT]!
      const isYoung = state[COUNT]! < UNBOUNDED || state[LOW] === state[HIGH]
      const room = isYoung ? LARGEST : RANGES_OUT * (state[HIGH]! - state[LOW]!)
      return Math.max(state[LOW]! - room, Math.min(state[HIGH]! + room, x))
    },
    novelty(x) {
      if (state[COUNT] === 0) return 0
      const out = Math.max(0, x - state[HIGH]!, state[LOW]! - x)
      const range = state[HIGH]! - state[LOW]!
      return range > 0 ? out / range : out > 0 ? 1 : 0
    },
    learn(x) {
      state[LOW] = Math.min(state[LOW]!, x)
      state[HIGH] = Math.max(state[HIGH]!, x)
      state[COUNT]! += 1
    },
  }
}
