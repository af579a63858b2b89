import type { Arena } from '../stats/arena.ts'
import type { Packable } from '../stats/packable.ts'

/** Gives the alarm for an incident once by direction: up, down, or of shape. */
export type IncidentMemory = Packable & {
  /** What counts of the level of a direction, of which 1 is an alarm: all of it, or less where it belongs to an incident that was reported. */
  pass(direction: number, level: number, time: number): number
  /** Whether an incident of a direction was reported and is not over. */
  isOpen(direction: number): boolean
  /** Takes note of an alarm that was given otherwise. */
  note(direction: number, time: number): void
}

const DIRECTIONS = 3
/** Means over many points go on rising after an incident has begun: for so many points it may grow, and then it is reported again when it is twice as large. */
const SETTLING = 144
const GROWTH = 2
/** The largest share that counts of a level that belongs to a reported incident. Fitted on simulated series. */
const HELD_LEVEL = 0.3
/** It lasts while levels are above this, and until a day and more has passed without: what comes back at the same time of the next day is the same. */
const QUIET_LEVEL = 0.6
/** Fitted on simulated series. */
const QUIET_MS = 26 * 3_600_000

/** The highest level of an incident that is open, 0 for none; when it was last above the quiet level; the points that it has been open. */
const PEAK = 0
const LOUD_AT = 1
const AGE = 2
const PER_DIRECTION = 3

/** A memory whose state lies in `arena`. */
export function createIncidentMemory(arena: Arena): IncidentMemory {
  const state = arena.f64(PER_DIRECTION * DIRECTIONS)
  const isOpen = (at: number): boolean => state[at + PEAK]! > 0
  const report = (at: number, level: number, time: number): void => {
    state[at + PEAK] = level
    state[at + LOUD_AT] = time
    state[at + AGE] = 0
  }
  return {
    pass(direction, level, time) {
      const at = PER_DIRECTION * direction
      state[at + AGE]! += 1
      if (level < QUIET_LEVEL) {
        if (!(time - state[at + LOUD_AT]! < QUIET_MS)) state[at + PEAK] = 0
        return isOpen(at) ? Math.min(level, HELD_LEVEL) : level
      }
      state[at + LOUD_AT] = time
      if (isOpen(at) && state[at + AGE]! < SETTLING) state[at + PEAK] = Math.max(state[at + PEAK]!, level)
      if (isOpen(at) && level < GROWTH * state[at + PEAK]!) return HELD_LEVEL
      if (level >= 1) report(at, level, time)
      return level
    },
    isOpen: (direction) => isOpen(PER_DIRECTION * direction),
    note(direction, time) {
      const at = PER_DIRECTION * direction
      if (!isOpen(at)) report(at, 1, time)
    },
    pack(out) {
      for (let at = 0; at < state.length; at += PER_DIRECTION) {
        out.flag(isOpen(at))
        if (!isOpen(at)) continue
        out.f32(state[at + PEAK]!)
        out.f64(state[at + LOUD_AT]!)
        out.count(state[at + AGE]!)
      }
    },
    unpack(from) {
      state.fill(0)
      for (let at = 0; at < state.length; at += PER_DIRECTION) {
        if (!from.flag()) continue
        state[at + PEAK] = from.f32()
        state[at + LOUD_AT] = from.f64()
        state[at + AGE] = from.count()
      }
    },
  }
}
