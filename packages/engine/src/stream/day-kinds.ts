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
/** A run of so many days of the other kind is a new normal: from then on they are common. */
const NEW_NORMAL_DAYS = 4
/** Weekdays that were of the other kind twice in a row are expected to be so again. */
const CERTAIN = 2
/** A day without half of its levels has no kind. */
const MIN_PRESENT = 0.5

const TODAY = 0
/** A bit for each day before today, yesterday's the lowest. */
const OTHERS = 1
const TO_COMMON = 2
const TO_OTHER = 3
const WEEKDAYS = 4
const STATE = WEEKDAYS + WEEK

/** The kinds of `days` days and of their weekdays. Their state has to be placed in an arena before the first day ends: behind all others, since states from before there were kinds end there. */
export function createDayKinds(days: number): DayKinds & { placeIn(arena: Arena): void } {
  let state = new Float64Array(STATE)
  const weekdayAt = (day: number): number => WEEKDAYS + (((day % WEEK) + WEEK) % WEEK)
  const wasOther = (back: number): boolean => back <= days && Math.floor(state[OTHERS]! / 2 ** (back - 1)) % 2 === 1

  /** Mean distance of the levels of two days; NaN where they have too few in common. */
  const distanceOf = (a: number, b: number, levelOf: (cell: number) => number): number => {
    let sum = 0
    let present = 0
    for (let k = 0; k < DAY_CELLS; k++) {
      const off = Math.abs(levelOf(a * DAY_CELLS + k) - levelOf(b * DAY_CELLS + k))
      if (Number.isNaN(off)) continue
      sum += off
      present++
    }
    return present < MIN_PRESENT * DAY_CELLS ? Number.NaN : sum / present
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
    if (state[weekdayAt(state[TODAY]!)]! > 0) return true
    for (let k = WEEKDAYS; k < STATE; k++) if (state[k]! >= CERTAIN) return true
    return false
  }
  const isOfKind = (day: number): boolean => {
    if (!hasOthers()) return false
    const back = state[TODAY]! - day
    if (back > 0) return wasOther(back)
    const seen = state[weekdayAt(day)]!
    if (back === 0 && seen === 1) return state[TO_OTHER]! < state[TO_COMMON]!
    return seen >= CERTAIN
  }
  return {
    get hasOthers() {
      return hasOthers()
    },
    get isOpen() {
      return hasOthers() && state[weekdayAt(state[TODAY]!)] === 1
    },
    isOther: isOfKind,
    compare(toCommon, toOther) {
      if (Number.isNaN(toCommon) || Number.isNaN(toOther)) return
      state[TO_COMMON]! += toCommon
      state[TO_OTHER]! += toOther
    },
    endDay(day, next, levelOf) {
      const isOther = hasTurnedOther(day, levelOf)
      const weekday = weekdayAt(day)
      const before = state[weekday]!
      if (isOther !== undefined) state[weekday] = isOther ? Math.min(CERTAIN, before + 1) : Math.max(0, before - 1)
      const others = 2 * state[OTHERS]! + Number(isOther ?? before >= CERTAIN)
      state[OTHERS] = next - day > days ? 0 : (others * 2 ** (next - day - 1)) % 2 ** days
      state[TODAY] = next
      state[TO_COMMON] = state[TO_OTHER] = 0
      if (next === day + 1 && state[OTHERS]! % 2 ** NEW_NORMAL_DAYS === 2 ** NEW_NORMAL_DAYS - 1) {
        state[OTHERS] = 0
        state.fill(0, WEEKDAYS)
      }
    },
    placeIn(arena) {
      state = arena.f64(STATE)
    },
    pack(out) {
      // A state from before there was this reads as false
      const isKnown = state[OTHERS] !== 0 || state.subarray(WEEKDAYS).some((seen) => seen > 0)
      out.flag(isKnown)
      if (!isKnown) return
      out.signed(state[TODAY]!)
      out.count(state[OTHERS]!)
      out.f32(state[TO_COMMON]!)
      out.f32(state[TO_OTHER]!)
      for (let k = WEEKDAYS; k < STATE; k++) out.bits(state[k]!, 2)
    },
    unpack(from) {
      state.fill(0)
      if (!from.flag()) return
      state[TODAY] = from.signed()
      state[OTHERS] = from.count()
      state[TO_COMMON] = from.f32()
      state[TO_OTHER] = from.f32()
      for (let k = WEEKDAYS; k < STATE; k++) state[k] = from.bits(2)
    },
  }
}

function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values.filter((value) => !Number.isNaN(value))).sort()
}
