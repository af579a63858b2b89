import type { Arena } from '../stats/arena.ts'
import type { Packable } from '../stats/packable.ts'

/**
 * Brings values to a frame of their own: the first value is 0, the first change is 1. So neither the unit nor the offset of a
 * series plays a part, nor which way up it is. A value more than ten ranges outside those before it is drawn in to ten ranges: a
 * single 1e300 must not end all sight.
 */
export type ValueFrame = Packable & {
  normalise(value: number): number
  /** The value that is normalised to `x`. */
  valueAt(x: number): number
  /** -1 where the frame shows the series upside down. */
  readonly direction: 1 | -1
  /** By how much of the range seen so far `x` lies outside it; 1 where there is no range yet. */
  novelty(x: number): number
  readonly range: number
  learn(x: number): void
}

const COUNT = 0
const FIRST = 1
const UNIT = 2
const LOW = 3
const HIGH = 4
const STATE = 5

/** Ranges that a value may lie beyond the range so far; farther is cut. */
const RANGES_OUT = 10
/** Points before which it may lie anywhere. */
const UNBOUNDED = 30
/** How far anywhere is. */
const LARGEST = 2 ** 40

/** A frame whose state lies in `arena`. */
export function createValueFrame(arena: Arena): ValueFrame {
  const state = arena.f64(STATE)
  return {
    get direction() {
      return state[UNIT]! < 0 ? -1 : 1
    },
    normalise(value) {
      if (state[COUNT] === 0) state[FIRST] = value
      const change = value - state[FIRST]!
      const finite = Number.isFinite(change) ? change : Math.sign(change) * Number.MAX_VALUE
      if (state[UNIT] === 0) state[UNIT] = finite
      if (state[UNIT] === 0) return 0
      const x = finite / state[UNIT]!
      const isYoung = state[COUNT]! < UNBOUNDED || state[LOW] === state[HIGH]
      const room = isYoung ? LARGEST : RANGES_OUT * (state[HIGH]! - state[LOW]!)
      return roundOff(Math.max(state[LOW]! - room, Math.min(state[HIGH]! + room, x)))
    },
    valueAt: (x) => state[FIRST]! + x * state[UNIT]!,
    novelty(x) {
      if (state[COUNT] === 0) return 0
      const out = Math.max(0, x - state[HIGH]!, state[LOW]! - x)
      const range = state[HIGH]! - state[LOW]!
      return range > 0 ? out / range : out > 0 ? 1 : 0
    },
    get range() {
      return state[HIGH]! - state[LOW]!
    },
    learn(x) {
      state[LOW] = Math.min(state[LOW]!, x)
      state[HIGH] = Math.max(state[HIGH]!, x)
      state[COUNT]! += 1
    },
    pack(out) {
      out.count(state[COUNT]!)
      out.f64(state[FIRST]!)
      out.f64(state[UNIT]!)
      // They have no more bits: see `normalise`
      out.f36(state[LOW]!)
      out.f36(state[HIGH]!)
    },
    unpack(from) {
      state[COUNT] = from.count()
      state[FIRST] = from.f64()
      state[UNIT] = from.f64()
      state[LOW] = from.f36()
      state[HIGH] = from.f36()
    },
  }
}

/** To 36 significant bits (Veltkamp 1968), so that what a change of unit leaves behind in the last ones decides nothing. */
function roundOff(x: number): number {
  const wide = x * (2 ** 17 + 1)
  return wide - (wide - x)
}
