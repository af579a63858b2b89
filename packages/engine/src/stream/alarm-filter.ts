import type { Arena } from '../stats/arena.ts'
import type { Packable } from '../stats/packable.ts'

/**
 * Reports one incident once. When evidence worth attention has passed, what follows within `MEMORY` points passes only
 * where it is well above it, a demand that falls to nothing over that time, or where it is an alarm and nothing before was one; the
 * rest is held to a third. It is the record-in-window rule without its fault: a rise in small steps does not raise an alarm at each of them.
 */
export type AlarmFilter = Packable & { pass(evidence: number): number }

/**
 * The evidence that is an alarm as shipped, in decades of probability, the mean over the channels. Fitted on part of
 * NAB: few false alarms a day.
 */
export const ALARM = 2.3
/**
 * Less evidence is no incident and is not remembered. Fitted on part of NAB: puts the shipped 0.5 on the best threshold
 * of these files.
 */
const ATTENTION = 1.45
/** Points for which an incident raises what the next one has to exceed. Fitted on part of NAB. */
const MEMORY = 140
/** How many times the last peak evidence has to be right after it. Fitted on part of NAB. */
const RISE = 2
/** The part of the evidence that is kept of what does not pass. Fitted on part of NAB. */
const HELD = 0.3

const SINCE = 0
const PEAK = 1
const STATE = 2

/** A filter whose state lies in `arena`. */
export function createAlarmFilter(arena: Arena): AlarmFilter {
  const state = arena.f64(STATE)
  const needed = (): number => {
    const peak = state[PEAK]!
    const age = state[SINCE]! / MEMORY
    const demand = age > 1 ? 0 : peak * RISE * (1 - age ** 3)
    return peak < ALARM ? Math.min(demand, ALARM) : demand
  }
  return {
    pass(evidence) {
      state[SINCE]! += 1
      if (evidence <= needed()) return HELD * Math.min(evidence, ATTENTION)
      if (evidence >= ATTENTION) {
        state[SINCE] = 0
        state[PEAK] = evidence
      }
      return evidence
    },
    pack(out) {
      out.count(state[SINCE]!)
      out.f36(state[PEAK]!)
    },
    unpack(from) {
      state[SINCE] = from.count()
      state[PEAK] = from.f36()
    },
  }
}
