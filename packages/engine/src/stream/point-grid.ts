import type { Arena } from '../stats/arena.ts'
import type { Packable } from '../stats/packable.ts'
import type { StreamPoint } from './series-detector.ts'

/**
 * Brings points that come faster than every five minutes to that step, which the windows of the streaming engine were fitted at: their mean, once
 * the five minutes are over. So a window is as long at any interval. Points that are farther apart stay as they are.
 */
export type PointGrid = Packable & {
  /** The point that is due: the mean of the five minutes before, or a point of its own; undefined in between. It is used again. */
  add(time: number, value: number): { time: number; value: number } | undefined
  /** Points so far. */
  readonly points: number
  /** Takes note of what was said of a point that was due. */
  note(point: Pick<StreamPoint, 'val' | 'probability'>): void
  /** What holds between two due points: the least of the last three, if each was an alarm and they lie on one side. */
  held(): Pick<StreamPoint, 'val' | 'probability'>
}

export const GRID_MS = 300_000
/** Due points that have to agree before what they say holds for the points in between. */
const AGREEING = 3

const CELL = 0
const SUM = 1
const COUNT = 2
const PROBABILITY = 3
const POINTS = 4
const VALS = 5
const STATE = VALS + AGREEING

/** A grid whose state lies in `arena`. */
export function createPointGrid(arena: Arena): PointGrid {
  const state = arena.f64(STATE)
  const due = { time: 0, value: 0 }
  const begin = (cell: number, value: number): void => {
    state[CELL] = cell
    state[SUM] = value
    state[COUNT] = 1
  }
  return {
    get points() {
      return state[POINTS]!
    },
    add(time, value) {
      state[POINTS]! += 1
      const cell = Math.floor(time / GRID_MS)
      const count = state[COUNT]!
      if (count > 0 && cell === state[CELL]) {
        state[SUM]! += value
        state[COUNT]! += 1
        return undefined
      }
      due.time = count > 1 ? (state[CELL]! + 0.5) * GRID_MS : time
      due.value = count > 1 ? state[SUM]! / count : value
      begin(cell, value)
      return due
    },
    note({ val, probability }) {
      state.copyWithin(VALS, VALS + 1)
      state[STATE - 1] = Math.abs(val) >= 1 ? val : 0
      state[PROBABILITY] = probability
    },
    held() {
      let val = state[VALS]!
      for (let k = VALS + 1; k < STATE; k++) {
        const one = state[k]!
        if (Math.sign(one) !== Math.sign(val)) val = 0
        else if (Math.abs(one) < Math.abs(val)) val = one
      }
      return { val, probability: val === 0 ? 1 : state[PROBABILITY]! }
    },
    pack(out) {
      out.count(state[COUNT]!)
      if (state[COUNT] === 0) return
      out.count(state[POINTS]!)
      out.signed(state[CELL]!)
      out.f64(state[SUM]!)
      const isAlarmed = state.subarray(VALS).some((val) => val !== 0)
      out.flag(isAlarmed)
      if (!isAlarmed) return
      out.f32(state[PROBABILITY]!)
      for (let k = VALS; k < STATE; k++) out.f32(state[k]!)
    },
    unpack(from) {
      state.fill(0)
      state[COUNT] = from.count()
      if (state[COUNT] === 0) return
      state[POINTS] = from.count()
      state[CELL] = from.signed()
      state[SUM] = from.f64()
      if (!from.flag()) return
      state[PROBABILITY] = from.f32()
      for (let k = VALS; k < STATE; k++) state[k] = from.f32()
    },
  }
}
