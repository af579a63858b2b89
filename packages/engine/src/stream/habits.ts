import { type LocalClock, timeOfLocal } from '../series/local-clock.ts'
import type { Arena } from '../stats/arena.ts'
import type { Packable } from '../stats/packable.ts'
import { readValues, writeValues } from '../stats/packed-values.ts'

/** The side of what is expected on which something lies. */
export type Side = 1 | -1

/**
 * Habits describe a series when nothing is wrong: its deviation at each hour of the day, the farthest that it goes at each quarter of an hour of the day
 * (its jobs), and the farthest that it goes now and then at any other time. Distances are in the unit of the series, times are epoch milliseconds.
 */
export type Habits = Packable & {
  /**
   * The farthest that it went on a side around this time of the day, half an hour to either side, or in this quarter of at least three hours of the day: jobs
   * come early and late, and some each hour. On the first day at any time: a job that has run once may run each hour.
   */
  distance(time: number, side: Side): number
  learnDistance(time: number, side: Side, distance: number): void
  /** Learns how far a fault went: not before half a day has passed, so that it is found when it comes again. */
  learnFault(time: number, side: Side, distance: number): void
  /** The farthest that it went on a side otherwise, in spreads. */
  spreads(side: Side): number
  learnSpreads(side: Side, spreads: number): void
  /** The time since the first point, in milliseconds. */
  age(time: number): number
  /** Mean absolute deviation at this hour of the day; 0 before anything is known. */
  deviation(time: number): number
  /** Learns how far off a point lies that counts as `weight` points of five minutes. */
  learnDeviation(time: number, size: number, weight: number): void
  /** Has all hours begin with a deviation, as when something else is expected from now on. */
  resetDeviations(size: number): void
  /** Has what was learned by another clock hold for its own: what was usual at a time stays usual then. */
  convertFrom(clock: LocalClock): void
}

const QUARTER_MS = 900_000
const HOUR_MS = 3_600_000
const HOURS = 24
const QUARTERS = 4 * HOURS
/** Quarters of an hour by which a job may be early or late. */
const JITTER = 2
/** In this number of hours of the day a distance has to be reached for it to be that of each hour. */
const HOURS_ALIKE = 3
/** What is left of a distance after a day on which it was not reached: nothing is known well in the first week, and a job may come once a week. Fitted on the sample shop. */
const LEFT_YOUNG = 0.5
const LEFT = 0.97
const YOUNG_DAYS = 6
const SPREADS_LEFT = 0.95
const MAX_SPREADS = 1000
/** Weight of a point of five minutes in the deviation of its hour, and in that of all hours; an hour has no less than a part of that. As in the streaming engine. */
const HOUR_WEIGHT = 1 / 60
const ALL_WEIGHT = 1 / 1000
const MIN_OF_ALL = 0.4
/** A point teaches no more than this number of deviations. */
const MAX_TAUGHT = 3
const PACKED_BITS = 12

const QUARTER = 0
const FIRST_QUARTER = 1
const TODAY = 2
const SPREADS = 4
const ALL = 6
const LEARNED = 7
const STATE = 8

/** Habits whose state lies in `arena`, by the clocks of a time zone. */
export function createHabits(arena: Arena, localOf: LocalClock): Habits {
  const state = arena.f64(STATE)
  const distances = arena.f32(2 * QUARTERS)
  const faults = arena.f32(2 * QUARTERS)
  const deviations = arena.f32(HOURS)
  const ofHours = new Float32Array(HOURS)

  const sideAt = (side: Side): number => (side > 0 ? 0 : 1)
  const hourAt = (time: number): number => Math.floor(localOf(time) / HOUR_MS) % HOURS
  /** Ends the quarter before: it keeps the farthest of its day, or a part of what it had. */
  const turnTo = (time: number): void => {
    const quarter = Math.floor(localOf(time) / QUARTER_MS)
    const before = state[QUARTER]!
    if (quarter <= before) return
    if (before === 0) state[FIRST_QUARTER] = quarter
    else {
      const left = before - state[FIRST_QUARTER]! < YOUNG_DAYS * QUARTERS ? LEFT_YOUNG : LEFT
      for (let side = 0; side < 2; side++) {
        const at = side * QUARTERS + (before % QUARTERS)
        distances[at] = Math.max(left * distances[at]!, state[TODAY + side]!)
      }
      const days = Math.floor(quarter / QUARTERS) - Math.floor(before / QUARTERS)
      for (let side = 0; side < 2; side++) state[SPREADS + side]! *= SPREADS_LEFT ** Math.max(0, days)
    }
    takeFaults(quarter + QUARTERS / 2)
    state[QUARTER] = quarter
    state[TODAY] = state[TODAY + 1] = 0
  }
  const takeFaults = (quarter: number): void => {
    for (let at = quarter % QUARTERS; at < 2 * QUARTERS; at += QUARTERS) {
      distances[at] = Math.max(distances[at]!, faults[at]!)
      faults[at] = 0
    }
  }
  const farthestSoFar = (side: Side): number => {
    let farthest = state[TODAY + sideAt(side)]!
    for (let at = sideAt(side) * QUARTERS, left = QUARTERS; left > 0; at++, left--)
      farthest = Math.max(farthest, distances[at]!, faults[at]!)
    return farthest
  }
  const ofEachHour = (from: number, quarter: number): number => {
    for (let hour = 0; hour < HOURS; hour++) ofHours[hour] = distances[from + 4 * hour + (quarter % 4)]!
    return ofHours.sort()[HOURS - HOURS_ALIKE]!
  }
  return {
    distance(time, side) {
      const from = sideAt(side) * QUARTERS
      const now = Math.floor(localOf(time) / QUARTER_MS)
      if (now - state[FIRST_QUARTER]! < QUARTERS) return farthestSoFar(side)
      const quarter = now % QUARTERS
      let farthest = ofEachHour(from, quarter)
      for (let k = QUARTERS - JITTER; k <= QUARTERS + JITTER; k++)
        farthest = Math.max(farthest, distances[from + ((quarter + k) % QUARTERS)]!)
      return farthest
    },
    learnDistance(time, side, distance) {
      turnTo(time)
      const quarter = Math.floor(localOf(time) / QUARTER_MS)
      const isToday = quarter === state[QUARTER]
      const kept = isToday ? state : distances
      const at = isToday ? TODAY + sideAt(side) : sideAt(side) * QUARTERS + (quarter % QUARTERS)
      kept[at] = Math.max(kept[at]!, distance)
    },
    learnFault(time, side, distance) {
      turnTo(time)
      const at = sideAt(side) * QUARTERS + (Math.floor(localOf(time) / QUARTER_MS) % QUARTERS)
      faults[at] = Math.max(faults[at]!, distance)
    },
    spreads: (side) => state[SPREADS + sideAt(side)]!,
    learnSpreads(side, spreads) {
      const at = SPREADS + sideAt(side)
      state[at] = Math.max(state[at]!, Math.min(MAX_SPREADS, spreads))
    },
    age: (time) => (state[QUARTER] === 0 ? 0 : localOf(time) - state[FIRST_QUARTER]! * QUARTER_MS),
    deviation: (time) => Math.max(deviations[hourAt(time)]!, MIN_OF_ALL * state[ALL]!),
    learnDeviation(time, size, weight) {
      turnTo(time)
      state[LEARNED]! += 1
      const all = state[ALL]!
      const hour = hourAt(time)
      const own = deviations[hour] === 0 ? all : deviations[hour]!
      const taken = all === 0 ? size : Math.min(size, MAX_TAUGHT * Math.max(own, MIN_OF_ALL * all))
      deviations[hour] = own + HOUR_WEIGHT * weight * (taken - own)
      state[ALL] = all + Math.max(ALL_WEIGHT * weight, 1 / state[LEARNED]!) * (taken - all)
    },
    resetDeviations(size) {
      deviations.fill(size)
      state[ALL] = size
    },
    convertFrom(clock) {
      const before = state[QUARTER]!
      if (before === 0) return
      const by = Math.floor(localOf(timeOfLocal(clock, before * QUARTER_MS)) / QUARTER_MS) - before
      state[QUARTER] = before + by
      state[FIRST_QUARTER]! += by
      for (const kept of [distances, faults])
        for (let from = 0; from < 2 * QUARTERS; from += QUARTERS) turn(kept.subarray(from, from + QUARTERS), by)
      turn(deviations, Math.round(by / (QUARTERS / HOURS)))
    },
    pack(out) {
      out.flag(state[LEARNED] !== 0)
      if (state[LEARNED] === 0) return
      out.count(state[QUARTER]!)
      out.count(state[FIRST_QUARTER]!)
      out.count(state[LEARNED]!)
      for (let k = TODAY; k <= ALL; k++) out.f32(state[k]!)
      for (const deviation of deviations) out.f32(deviation)
      writeValues(out, distances, 2 * QUARTERS, { bits: PACKED_BITS })
      writeValues(out, faults, 2 * QUARTERS, { bits: PACKED_BITS })
    },
    unpack(from) {
      state.fill(0)
      distances.fill(0)
      faults.fill(0)
      deviations.fill(0)
      if (!from.flag()) return
      state[QUARTER] = from.count()
      state[FIRST_QUARTER] = from.count()
      state[LEARNED] = from.count()
      for (let k = TODAY; k <= ALL; k++) state[k] = from.f32()
      for (let hour = 0; hour < HOURS; hour++) deviations[hour] = from.f32()
      readValues(from, distances)
      readValues(from, faults)
    },
  }
}

/** Moves values that are kept by the time of the day by a number of places, in place. */
function turn(values: Float32Array, by: number): void {
  const before = Float32Array.from(values)
  const size = values.length
  for (let k = 0; k < size; k++) values[(((k + by) % size) + size) % size] = before[k]!
}
