import type { Arena } from '../stats/arena.ts'
import { autocorrelationsOf } from '../stats/autocorrelation.ts'
import type { Packable } from '../stats/packable.ts'
import { readValues, writeValues } from '../stats/packed-values.ts'
import { quantileSorted, sortPresent } from '../stats/quantile.ts'
import { DAY_CELLS, type DayKinds } from './day-kinds.ts'

/** The level of a series by the clock over the last days and weeks, a value each quarter of an hour. Times are those that the clock shows. */
export type SeasonStore = Packable & {
  /** Smallest distance from `level` to the level at the same time of earlier days and weeks, of days of the same kind where there are two; NaN for none. */
  deviation(time: number, level: number): number
  /** The median of the levels at the same time of earlier days and weeks; NaN where no season of a day or a week was found. */
  level(time: number): number
  /** The level that is kept of a cell, counted from the epoch; NaN for none. */
  cellLevel(cell: number): number
  /** Takes in a level. A time that goes back is left out. */
  add(time: number, level: number): void
  /** Puts what is kept to other times: `change` gives for a time that was added the one it would be added at now. */
  move(change: (time: number) => number): void
  /** Lengths of the seasons found, in milliseconds, shortest first. */
  readonly seasons: number[]
}

/** A quarter of an hour; levels by the clock are kept so far apart. */
export const CELL_MS = 900_000
/** A day is compared with four before it and the same days of earlier weeks. Fitted on part of NAB. */
const LAGS: readonly number[] = [1, 2, 3, 4, 7, 14, 21].map((days) => days * DAY_CELLS)
const WEEK_LAGS: readonly number[] = LAGS.filter((lag) => lag % (7 * DAY_CELLS) === 0)
/**
 * Seasons of the calendar in cells, an hour, half a day, a day, a week, and the lags beside each. A week is recognised
 * by its days. Fitted on part of NAB.
 */
const CANDIDATES: readonly { lag: number; beside: readonly number[] }[] = [
  { lag: 4, beside: [3, 5] },
  { lag: DAY_CELLS / 2, beside: [0.375 * DAY_CELLS, 0.625 * DAY_CELLS] },
  { lag: DAY_CELLS, beside: [0.75 * DAY_CELLS, 1.25 * DAY_CELLS] },
  { lag: 7 * DAY_CELLS, beside: [5 * DAY_CELLS, 6 * DAY_CELLS] },
]
const WEEK = 3
/**
 * Autocorrelation that a season has at least, and how far it is above that of the lags beside it. Fitted on part of
 * NAB.
 */
const MIN_CORRELATION = 0.2
const LEAD = 0.03
/** How many cells away an absent one may be taken from: an hour. Fitted on part of NAB. */
const REACH = 4

const CLOCK = 0
const STARTED = 1
const OFF = 2
const FOUND = 3
const STATE = 4

/** Fitted by measured time and memory. */
const PACKED_BITS = 28

/** Levels are rounded to what `resolution` gives, those of earlier days once a day, and none before it gives more than 0; without `kinds` all days are alike. */
export type SeasonStoreOptions = { resolution?: () => number; kinds?: DayKinds | undefined }

/** A store of `days` days whose state lies in `arena`. Times are in milliseconds. */
export function createSeasonStore(
  arena: Arena,
  days: number,
  { resolution = () => 0, kinds }: SeasonStoreOptions = {},
): SeasonStore {
  const size = days * DAY_CELLS + 2
  const allDays = Array.from({ length: days }, (_, k) => (k + 1) * DAY_CELLS)
  const state = arena.f64(STATE)
  const cells = arena.f32(size)
  const kept = new Float32Array(size)
  const slots = new Int32Array(size)

  const slot = (cell: number): number => ((cell % size) + size) % size
  let headCell = Number.NaN
  let head = 0
  /** A division for each cell would cost more than all else here: places are counted back from that of the clock. */
  const at = (cell: number): number => {
    const clock = state[CLOCK]!
    const back = clock - cell
    if (back < 0 || back >= size) return Number.NaN
    if (headCell !== clock) {
      headCell = clock
      head = slot(clock)
    }
    return cells[back > head ? head - back + size : head - back]!
  }
  const nearest = (cell: number): number => {
    let value = at(cell)
    for (let k = 1; k <= REACH && Number.isNaN(value); k++) {
      value = at(cell - k)
      if (Number.isNaN(value)) value = at(cell + k)
    }
    return value
  }
  const levelAt = (cell: number, part: number): number => {
    const from = nearest(cell)
    const to = at(cell + 1)
    return Number.isNaN(to) ? from : from + (to - from) * part
  }
  const distanceAt = (cell: number, part: number, level: number): number => Math.abs(level - levelAt(cell, part))
  /** A season stands out from the lags beside it, which a slow drift does not, and spans at least four values. */
  const findSeasons = (): void => {
    const line = new Float64Array(size)
    let present = 0
    for (let k = 0; k < size; k++) {
      line[k] = at(state[CLOCK]! - size + 1 + k)
      if (!Number.isNaN(line[k]!)) present++
    }
    const first = line.findIndex((level) => !Number.isNaN(level))
    const span = size - first
    const correlationAt = autocorrelationsOf(line)
    state[FOUND] = 0
    CANDIDATES.forEach(({ lag, beside }, k) => {
      if (lag * 2 > span || lag * present < 4 * span) return
      const here = correlationAt(lag)
      if (here < MIN_CORRELATION) return
      const rivals = beside.filter((other) => other < span - lag / 2).map(correlationAt)
      if (here > Math.max(...rivals) + LEAD) state[FOUND]! += 2 ** k
    })
  }
  /** Lags in days at which `cell` has levels to be compared with: those of days of its kind. */
  const lagsOf = (cell: number, isOther = kinds?.isOther(dayOf(cell))): readonly number[] =>
    kinds?.hasOthers ? allDays.filter((lag) => kinds.isOther(dayOf(cell - lag)) === isOther) : LAGS
  const medianAt = (cell: number, part: number, lags: readonly number[]): number => {
    const levels = lags.map((lag) => (lag + 1 < size ? levelAt(cell - lag, part) : Number.NaN))
    return quantileSorted(sortPresent(Float64Array.from(levels)), 0.5)
  }
  /** Where today may be of either kind, its levels say which. */
  const compareKinds = (cell: number): void => {
    if (!kinds?.isOpen) return
    const level = cells[slot(cell)]!
    const toKind = (isOther: boolean): number => Math.abs(level - medianAt(cell, 0, lagsOf(cell, isOther)))
    kinds.compare(toKind(false), toKind(true))
  }
  const hasFound = (k: number): boolean => (state[FOUND]! & (2 ** k)) !== 0
  const round = (from: number, to: number): void => {
    const min = resolution()
    if (min === 0) return
    const step = 2 ** Math.floor(Math.log2(min))
    for (let k = from; k < to; k++) cells[k] = Math.round(cells[k]! / step) * step
  }
  const start = (cell: number): void => {
    cells.fill(Number.NaN)
    state[STARTED] = 1
    state[CLOCK] = cell - 1
  }
  return {
    get seasons() {
      return CANDIDATES.filter((_, k) => hasFound(k)).map(({ lag }) => lag * CELL_MS)
    },
    deviation(time, level) {
      if (state[STARTED] === 0) return Number.NaN
      const cell = Math.floor(time / CELL_MS)
      // By the difference, which is the same in any week to the last bit.
      const part = (time - cell * CELL_MS) / CELL_MS
      let best = Number.NaN
      const compare = (lag: number): void => {
        const here = distanceAt(cell - lag, part, level)
        if (!(here >= best)) best = Number.isNaN(here) ? best : here
      }
      for (const lag of lagsOf(cell)) if (lag + 1 < size) compare(lag)
      return best
    },
    level(time) {
      if (state[STARTED] === 0 || !CANDIDATES.some(({ lag }, k) => lag >= DAY_CELLS && hasFound(k))) return Number.NaN
      const cell = Math.floor(time / CELL_MS)
      const part = (time - cell * CELL_MS) / CELL_MS
      return medianAt(cell, part, hasFound(WEEK) ? WEEK_LAGS : lagsOf(cell))
    },
    cellLevel: (cell) => (state[STARTED] === 0 ? Number.NaN : at(cell)),
    add(time, level) {
      const cell = Math.round(time / CELL_MS)
      if (state[STARTED] === 0) start(cell)
      const clock = state[CLOCK]!
      const off = Math.abs(time - cell * CELL_MS)
      if (cell < clock || (cell === clock && off >= state[OFF]!)) return
      for (let k = Math.max(clock + 1, cell - size + 1); k < cell; k++) cells[slot(k)] = Number.NaN
      state[CLOCK] = cell
      state[OFF] = off
      cells[slot(cell)] = level
      const isNewDay = dayOf(cell) !== dayOf(clock)
      round(isNewDay ? 0 : slot(cell), isNewDay ? size : slot(cell) + 1)
      if (cell > clock && !isNewDay) compareKinds(clock)
      if (isNewDay) {
        kinds?.endDay(dayOf(clock), dayOf(cell), at)
        findSeasons()
      }
    },
    move(change) {
      if (state[STARTED] === 0) return
      const clock = state[CLOCK]!
      const moved = (cell: number): number => Math.round(change(cell * CELL_MS) / CELL_MS)
      for (let back = 0; back < size; back++) kept[back] = at(clock - back)
      const newest = moved(clock)
      cells.fill(Number.NaN)
      state[CLOCK] = newest
      headCell = Number.NaN
      for (let back = size - 1; back >= 0; back--) {
        const cell = moved(clock - back)
        if (!Number.isNaN(kept[back]!) && cell <= newest && cell > newest - size) cells[slot(cell)] = kept[back]!
      }
    },
    pack(out) {
      out.flag(state[STARTED] !== 0)
      if (state[STARTED] === 0) return
      out.signed(state[CLOCK]!)
      out.f36(state[OFF]!)
      out.bits(state[FOUND]!, CANDIDATES.length)
      let count = 0
      let lag = 0
      let run = 0
      let isPresent = true
      // Goes through the ring itself: most of a young one is empty, and each pack looks at all of it
      let place = slot(state[CLOCK]!)
      for (let back = 0; back < size; back++, run++) {
        if (back === DAY_CELLS) lag = count
        const level = cells[place]!
        place = place === 0 ? size - 1 : place - 1
        if (Number.isNaN(level) === isPresent) {
          out.count(run)
          run = 0
          isPresent = !isPresent
        }
        if (isPresent) kept[count++] = level
      }
      out.count(run)
      writeValues(out, kept, count, { bits: PACKED_BITS, lag })
    },
    unpack(from) {
      state.fill(0)
      if (!from.flag()) return
      state[STARTED] = 1
      state[CLOCK] = from.signed()
      state[OFF] = from.f36()
      state[FOUND] = from.bits(CANDIDATES.length)
      cells.fill(Number.NaN)
      let places = 0
      let isPresent = true
      let place = slot(state[CLOCK]!)
      for (let left = size; left > 0; isPresent = !isPresent) {
        const run = from.count()
        left -= run
        for (let k = 0; k < run; k++) {
          if (isPresent) slots[places++] = place
          place = place === 0 ? size - 1 : place - 1
        }
      }
      const count = readValues(from, kept)
      for (let k = 0; k < count; k++) cells[slots[k]!] = kept[k]!
    },
  }
}

function dayOf(cell: number): number {
  return Math.floor(cell / DAY_CELLS)
}
