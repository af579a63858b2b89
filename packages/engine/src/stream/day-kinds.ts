import type { Arena } from '../stats/arena.ts'
import type { Packable } from '../stats/packable.ts'
import { quantileSorted } from '../stats/quantile.ts'

/**
 * Kinds of days: most days of a series are alike, and some weekdays (a weekend, a day on which a shop is closed) are of another kind. Days are counted by the
 * clock since the epoch. A day that is over has the kind that it turned out to be; a day to come has that of its weekday.
 */
export type DayKinds = Packable & {
  /** Whether days of the other kind are told apart: one is kept, and a weekday is certain to be of that kind, or today's may be. */
  readonly hasOthers: boolean
  /** Whether today may be of either kind: its weekday was of the other kind once. */
  readonly isOpen: boolean
  /** Whether a day is, or is expected to be, of the other kind. */
  isOther(day: number): boolean
  /** Notes how far the level lies today from that of days of both kinds: where the kind of today is open, the nearer one holds. */
  compare(toCommon: number, toOther: number): void
  /**
   * Ends a day, whose levels by the clock are those of `levelOf` (NaN for none), and decides its kind by the days kept before it; `next` is the day that
   * begins.
   */
  endDay(day: number, next: number, levelOf: (cell: number) => number): void
}

/** Levels of a day, one each quarter of an hour. */
export const DAY_CELLS = 96
const WEEK = 7
/** A day of the other kind lies this many times as far from common days as these lie from each other. Fitted on simulated series. */
const APART = 2.5
/** Common days that say how far days lie from each other. */
const FEWEST_COMMON = 3
/** This number of days of the other kind in a row is a new normal: from then on they are common. */
const NEW_NORMAL_DAYS = 4
/** Weekdays that were of the other kind twice in a row are expected to be so again. */
const CERTAIN = 2
/** A day without half of the levels of the day that it is compared with has no kind, nor one of fewer than six: values come at least every four hours. */
const MIN_PRESENT = 0.5
const FEWEST_LEVELS = 6

const TODAY = 0
/** A bit for each day before today, yesterday's the lowest. */
const OTHERS = 1
/** How much nearer today's levels lie to those of days of the other kind, in sum. */
const NEARER_TO_OTHERS = 2
/** Two bits for each weekday: how often in a row it was of the other kind. */
const WEEKDAYS = 3
const STATE = 4

/** The kinds of `days` days and of their weekdays. Their state has to be placed in an arena before the first day ends: behind all others, since states from before there were kinds end there. */
export function createDayKinds(days: number): DayKinds & { placeIn(arena: Arena): void } {
  let state: Float32Array = new Float32Array(STATE)
  const placeOf = (day: number): number => 4 ** (((day % WEEK) + WEEK) % WEEK)
  /** How often in a row the weekday of a day was of the other kind. */
  const seenOf = (day: number): number => Math.floor(state[WEEKDAYS]! / placeOf(day)) % 4
  const wasOther = (back: number): boolean => back <= days && Math.floor(state[OTHERS]! / 2 ** (back - 1)) % 2 === 1

  /** Mean distance of the levels of two days; NaN where they have too few in common. */
  const distanceOf = (a: number, b: number, levelOf: (cell: number) => number): number => {
    let sum = 0
    let both = 0
    let either = 0
    for (let k = 0; k < DAY_CELLS; k++) {
      const one = levelOf(a * DAY_CELLS + k)
      const other = levelOf(b * DAY_CELLS + k)
      if (!(Number.isNaN(one) && Number.isNaN(other))) either++
      if (Number.isNaN(one) || Number.isNaN(other)) continue
      sum += Math.abs(one - other)
      both++
    }
    return both < Math.max(FEWEST_LEVELS, MIN_PRESENT * either) ? Number.NaN : sum / both
  }
  const hasTurnedOther = (day: number, levelOf: (cell: number) => number): boolean | undefined => {
    const common: number[] = []
    for (let back = 1; back <= days; back++) if (!wasOther(back)) common.push(day - back)
    const own = sorted(common.map((earlier) => distanceOf(day, earlier, levelOf)))
    if (own.length < FEWEST_COMMON) return undefined
    const among = common.flatMap((a, k) => common.slice(k + 1).map((b) => distanceOf(a, b, levelOf)))
    return quantileSorted(own, 0.5) > APART * quantileSorted(sorted(among), 0.5)
  }
  const hasOthers = (): boolean => {
    if (state[OTHERS] === 0) return false
    if (seenOf(state[TODAY]!) > 0) return true
    for (let day = 0; day < WEEK; day++) if (seenOf(day) >= CERTAIN) return true
    return false
  }
  const isOfKind = (day: number): boolean => {
    if (!hasOthers()) return false
    const back = state[TODAY]! - day
    if (back > 0) return wasOther(back)
    const seen = seenOf(day)
    return back === 0 && seen === 1 ? state[NEARER_TO_OTHERS]! > 0 : seen >= CERTAIN
  }
  return {
    get hasOthers() {
      return hasOthers()
    },
    get isOpen() {
      return hasOthers() && seenOf(state[TODAY]!) === 1
    },
    isOther: isOfKind,
    compare(toCommon, toOther) {
      state[NEARER_TO_OTHERS]! += toCommon - toOther || 0
    },
    endDay(day, next, levelOf) {
      const isOther = hasTurnedOther(day, levelOf)
      const before = seenOf(day)
      const seen = isOther === undefined ? before : isOther ? Math.min(CERTAIN, before + 1) : Math.max(0, before - 1)
      state[WEEKDAYS]! += placeOf(day) * (seen - before)
      const others = 2 * state[OTHERS]! + Number(isOther ?? before >= CERTAIN)
      state[OTHERS] = next - day > days ? 0 : (others * 2 ** (next - day - 1)) % 2 ** days
      state[TODAY] = next
      state[NEARER_TO_OTHERS] = 0
      if (next === day + 1 && state[OTHERS]! % 2 ** NEW_NORMAL_DAYS === 2 ** NEW_NORMAL_DAYS - 1) {
        state[OTHERS] = state[WEEKDAYS] = 0
      }
    },
    placeIn(arena) {
      state = arena.f32(STATE)
    },
    pack(out) {
      // A state from before there was this reads as false
      const isKnown = state[OTHERS] !== 0 || state[WEEKDAYS] !== 0
      out.flag(isKnown)
      if (!isKnown) return
      out.signed(state[TODAY]!)
      out.count(state[OTHERS]!)
      out.f32(state[NEARER_TO_OTHERS]!)
      out.count(state[WEEKDAYS]!)
    },
    unpack(from) {
      state.fill(0)
      if (!from.flag()) return
      state[TODAY] = from.signed()
      state[OTHERS] = from.count()
      state[NEARER_TO_OTHERS] = from.f32()
      state[WEEKDAYS] = from.count()
    },
  }
}

function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values.filter((value) => !Number.isNaN(value))).sort()
}
