import type { Arena } from '../stats/arena.ts'
import type { Packable } from '../stats/packable.ts'

/** What a series' timestamps say: how many there were, over how long, and how far apart. */
export type StepClock = Packable & {
  readonly points: number
  readonly days: number
  /** The latest time; 0 before there was one. */
  readonly latest: number
  /**
   * What evidence is worth more at a long step than at one of five minutes, in decades: a series of points a second has three hundred
   * times the chances for a false alarm. Three tenths of the decades between the steps, not all: neighbours are alike.
   */
  readonly pace: number
  /** The usual step in milliseconds; 0 before there was one. */
  readonly stepMs: number
  add(time: number): void
}

const DAY = 86_400_000
/**
 * The step at which evidence is neither raised nor lowered. Fitted on part of NAB: most of these files have this step.
 */
const USUAL_STEP = 300_000
/**
 * Decades of evidence for each decade of the step, because longer steps make fewer points a day, and their maximum. Fitted
 * on part of NAB.
 */
const PACE = 0.3
const MAX_PACE = 0.75
/**
 * Steps are averaged as logarithms over about fifty points: a gap of months moves the mean little. Fitted on part of
 * NAB.
 */
const WEIGHT = 0.02

const POINTS = 0
const FIRST = 1
const LATEST = 2
const LOG_STEP = 3
const STEPS = 4
const STATE = 5

/** A clock whose state lies in `arena`. */
export function createStepClock(arena: Arena): StepClock {
  const state = arena.f64(STATE)
  return {
    get points() {
      return state[POINTS]!
    },
    get days() {
      return (state[LATEST]! - state[FIRST]!) / DAY
    },
    get latest() {
      return state[LATEST]!
    },
    get stepMs() {
      return state[STEPS] === 0 ? 0 : 10 ** state[LOG_STEP]!
    },
    get pace() {
      if (state[STEPS] === 0) return 0
      return Math.max(-MAX_PACE, Math.min(MAX_PACE, PACE * (state[LOG_STEP]! - Math.log10(USUAL_STEP))))
    },
    add(time) {
      if (state[POINTS] === 0) state[FIRST] = state[LATEST] = time
      state[POINTS]! += 1
      const step = time - state[LATEST]!
      if (!(step > 0)) return
      state[LATEST] = time
      state[STEPS]! += 1
      state[LOG_STEP]! += Math.max(WEIGHT, 1 / state[STEPS]!) * (Math.log10(step) - state[LOG_STEP]!)
    },
    pack(out) {
      out.count(state[POINTS]!)
      out.count(state[STEPS]!)
      out.f64(state[FIRST]!)
      out.f64(state[LATEST]!)
      out.f36(state[LOG_STEP]!)
    },
    unpack(from) {
      state[POINTS] = from.count()
      state[STEPS] = from.count()
      state[FIRST] = from.f64()
      state[LATEST] = from.f64()
      state[LOG_STEP] = from.f36()
    },
  }
}
