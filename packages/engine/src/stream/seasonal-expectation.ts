import type { Arena } from '../stats/arena.ts'
import type { Packable } from '../stats/packable.ts'
import { DAY_CELLS, type DayKinds } from './day-kinds.ts'
import { CELL_MS, type SeasonStore } from './season-store.ts'

/** What is expected of a value by the clock, and by how much that moves within half an hour to either side. */
export type Expected = { value: number; edge: number }

/** The expected value of a series by its earlier days, or by its earlier weeks where those err less. Times are those that the clock shows. */
export type SeasonalExpectation = Packable & {
  /** Of a value at a time, whose level would be kept as that of `time` and half the span it is smoothed over; NaN with fewer than three days. */
  expect(time: number): Expected
  /** Takes in the value that was expected last. */
  learn(x: number): void
  /** Forgets what it has read from the seasons, which were changed. */
  reread(): void
}

/** Days whose median is an expectation. */
const FEWEST_DAYS = 3
/** Half an hour before and after, and the neighbour that each is interpolated with. */
const CELLS_BEFORE = 2
const CELLS = 6
/** Weight of a point in the mean error by which days or weeks are chosen. */
const ERROR_WEIGHT = 1 / 1000

const DAILY_ERROR = 0
const WEEKLY_ERROR = 1
/** The cell that the medians are around and a half, or three quarters on days of the other kind, which is never 0, and the medians: a cell is asked for with each point in it. */
const AROUND = 2
const MEDIANS = 3
const STATE = MEDIANS + CELLS

/** An expectation over `days` days of `seasons` whose state lies in `arena`; without `kinds` all days are alike. */
export function createSeasonalExpectation(
  arena: Arena,
  seasons: SeasonStore,
  { days, kinds }: { days: number; kinds?: DayKinds | undefined },
): SeasonalExpectation {
  const state = arena.f64(STATE)
  const gathered = new Float64Array(days)
  const expected: Expected = { value: Number.NaN, edge: 0 }
  let daily = Number.NaN
  let weekly = Number.NaN

  /** Over all earlier days of the same kind that are kept. */
  const medianOf = (cell: number): number => {
    let count = 0
    const today = Math.floor(cell / DAY_CELLS)
    const isOther = kinds?.isOther(today)
    for (let day = 1; day < days; day++) {
      const level = seasons.cellLevel(cell - day * DAY_CELLS)
      if (Number.isNaN(level) || kinds?.isOther(today - day) !== isOther) continue
      let place = count++
      for (; place > 0 && gathered[place - 1]! > level; place--) gathered[place] = gathered[place - 1]!
      gathered[place] = level
    }
    return count < (isOther ? 1 : FEWEST_DAYS) ? Number.NaN : (gathered[(count - 1) >> 1]! + gathered[count >> 1]!) / 2
  }
  const moveTo = (cell: number): void => {
    const around = cell + (kinds?.isOther(Math.floor(cell / DAY_CELLS)) ? 0.75 : 0.5)
    const moved = around - state[AROUND]!
    if (moved === 0) return
    const known = moved === 1 ? CELLS - 1 : 0
    if (known > 0) state.copyWithin(MEDIANS, MEDIANS + 1)
    for (let k = known; k < CELLS; k++) state[MEDIANS + k] = medianOf(cell - CELLS_BEFORE + k)
    state[AROUND] = around
  }
  const dailyAt = (index: number, part: number): number =>
    interpolate(state[MEDIANS + index]!, state[MEDIANS + index + 1]!, part)
  const weeklyAt = (cell: number, part: number): number => {
    const one = weekBefore(cell, part, 1)
    const two = weekBefore(cell, part, 2)
    return Number.isNaN(two) ? one : (one + two) / 2
  }
  const weekBefore = (cell: number, part: number, weeks: number): number => {
    const earlier = cell - 7 * weeks * DAY_CELLS
    return interpolate(seasons.cellLevel(earlier), seasons.cellLevel(earlier + 1), part)
  }
  const take = (value: number, before: number, after: number): Expected => {
    expected.value = value
    expected.edge = Math.max(Math.abs(after - before), Math.abs(after - value), Math.abs(before - value)) || 0
    return expected
  }
  return {
    expect(time) {
      const cell = Math.floor(time / CELL_MS)
      const part = (time - cell * CELL_MS) / CELL_MS
      moveTo(cell)
      daily = dailyAt(CELLS_BEFORE, part)
      weekly = weeklyAt(cell, part)
      const isWeekly = !Number.isNaN(weekly) && state[WEEKLY_ERROR]! < state[DAILY_ERROR]!
      if (!isWeekly) return take(daily, dailyAt(0, part), dailyAt(2 * CELLS_BEFORE, part))
      return take(weekly, weeklyAt(cell - CELLS_BEFORE, part), weeklyAt(cell + CELLS_BEFORE, part))
    },
    learn(x) {
      if (Number.isNaN(daily) || Number.isNaN(weekly)) return
      state[DAILY_ERROR]! += ERROR_WEIGHT * (Math.abs(x - daily) - state[DAILY_ERROR]!)
      state[WEEKLY_ERROR]! += ERROR_WEIGHT * (Math.abs(x - weekly) - state[WEEKLY_ERROR]!)
    },
    reread() {
      state[AROUND] = Number.NaN
    },
    pack(out) {
      const isCompared = state[DAILY_ERROR] !== 0 || state[WEEKLY_ERROR] !== 0
      out.flag(isCompared)
      if (!isCompared) return
      out.f32(state[DAILY_ERROR]!)
      out.f32(state[WEEKLY_ERROR]!)
    },
    unpack(from) {
      const isCompared = from.flag()
      state[DAILY_ERROR] = isCompared ? from.f32() : 0
      state[WEEKLY_ERROR] = isCompared ? from.f32() : 0
      state[AROUND] = Number.NaN
    },
  }
}

function interpolate(from: number, to: number, part: number): number {
  return Number.isNaN(to) ? from : from + (to - from) * part
}
