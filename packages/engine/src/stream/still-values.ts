import type { Arena } from '../stats/arena.ts'
import { rowsNeededToBeStill } from '../stats/still-limit.ts'

/** Tells when a value stands still for improbably long, by the rules of files (see `rowsNeededToBeStill`). */
export type StillValues = {
  /** Takes a value that the `run` points before it had as well; undefined where it stands still for no longer than is usual. */
  measure(point: { value: number; run: number; days: number; stepMs: number }): 'begins' | 'goes on' | undefined
}

/** A day has to pass before it is known what is usual: values may stand still at night. */
const FEWEST_DAYS = 1
/** Repeats are counted over about this number of points. */
const MEMORY = 10_000
/** A series that seldom changes has no reason to change. */
export const MAX_REPEATS = 0.9
/** A value that has stood still for less says nothing, however often it changes, in milliseconds. */
export const MIN_STILL_MS = 300_000

/** The part of a run that was found that counts as usual: it is found again once, and then expected. */
export const OF_FOUND: number = 1 / 3

const COUNT = 0
const REPEATS = 1
const LONGEST = 2
/** Values of the run so far, below 0 where it was found. */
const RUN = 3
const MIN = 4
const MAX = 5
const STATE = 6

/** Facts of how values repeat, whose state lies in `arena`. */
export function createStillValues(arena: Arena): StillValues {
  const state = arena.f32(STATE)
  const learn = (length: number): void => {
    if (length < 0) state[LONGEST]! -= OF_FOUND * length
    if (length <= 0) return
    state[COUNT]! += length
    state[REPEATS]! += length - 1
    state[LONGEST] = Math.max(state[LONGEST]!, length)
    if (state[COUNT]! <= MEMORY) return
    state[COUNT]! /= 2
    state[REPEATS]! /= 2
  }
  return {
    measure({ value, run, days, stepMs }) {
      const x = Math.fround(value)
      if (state[COUNT] === 0 && state[RUN] === 0) state[MIN] = state[MAX] = x
      const wasFound = run > 0 && state[RUN]! < 0
      if (run === 0) learn(state[RUN]!)
      state[MIN] = Math.min(state[MIN]!, x)
      state[MAX] = Math.max(state[MAX]!, x)
      const length = run + 1
      const repeats = state[REPEATS]! / state[COUNT]!
      const isStill =
        days >= FEWEST_DAYS &&
        repeats <= MAX_REPEATS &&
        length * stepMs >= MIN_STILL_MS &&
        x > state[MIN]! &&
        x < state[MAX]! &&
        length >= rowsNeededToBeStill({ repeats, longestRun: state[LONGEST]! })
      state[RUN] = isStill ? -length : length
      return isStill ? (wasFound ? 'goes on' : 'begins') : undefined
    },
  }
}
