import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { createBitReader } from '../stats/bit-reader.ts'
import { createBitWriter } from '../stats/bit-writer.ts'
import { createRandom, normal } from '../stats/random.ts'
import { createDayKinds, DAY_CELLS } from './day-kinds.ts'

const DAYS = 8
/** A Monday, in days since the epoch. */
const MONDAY = 20_458

const open = () => {
  const kinds = createDayKinds(DAYS)
  kinds.placeIn(createArena(new ArrayBuffer(1024)))
  return kinds
}
/** Lets so many days pass, the level of each being that of `work` at noon and the same for all at night. */
function live(kinds: ReturnType<typeof open>, days: number, work: (day: number) => number, from = 0): typeof kinds {
  const levelOf = (cell: number): number => {
    const random = createRandom(cell)
    const ofDay = (cell % DAY_CELLS) / DAY_CELLS
    const day = Math.floor(cell / DAY_CELLS) - MONDAY
    return day < 0 ? Number.NaN : 30 + 70 * work(day) * Math.exp(-50 * (ofDay - 0.5) ** 2) + normal(random)
  }
  for (let day = from; day < days; day++) kinds.endDay(MONDAY + day, MONDAY + day + 1, levelOf)
  return kinds
}
const weekly = (day: number): number => (day % 7 < 5 ? 1 : 0.3)
const others = (kinds: ReturnType<typeof open>, from: number): number[] =>
  Array.from({ length: 7 }, (_, k) => k).filter((k) => kinds.isOther(MONDAY + from + k))

describe('createDayKinds', () => {
  it('expects a weekend after two of them, and nothing of the kind before', () => {
    expect(live(open(), 12, weekly).hasOthers).toBe(true)
    expect(others(live(open(), 11, weekly), 14)).toEqual([])
    expect(others(live(open(), 14, weekly), 14)).toEqual([5, 6])
    expect(
      others(
        live(open(), 21, (day) => (day % 7 === 6 ? 0.3 : 1)),
        21,
      ),
    ).toEqual([6])
  })

  it('decides a day whose weekday was of the other kind once by what it lies nearer to', () => {
    const kinds = live(open(), 12, weekly)
    expect(kinds.isOpen).toBe(true)
    expect(kinds.isOther(MONDAY + 12)).toBe(false)
    kinds.compare(20, 1)
    expect(kinds.isOther(MONDAY + 12)).toBe(true)
    kinds.compare(0, 40)
    expect(kinds.isOther(MONDAY + 12)).toBe(false)
  })

  it('knows that a weekend is the greater part of what a project has seen that begins on a Saturday', () => {
    expect(
      others(
        live(open(), 21, (day) => weekly(day + 5)),
        21,
      ),
    ).toEqual([0, 1])
  })

  it('takes a run of four other days for a new normal, and a day that was other once for nothing', () => {
    expect(live(open(), 20, (day) => (day < 10 ? 1 : 2)).hasOthers).toBe(false)
    expect(
      others(
        live(open(), 24, (day) => (day === 9 ? 0.2 : 1)),
        24,
      ),
    ).toEqual([])
  })

  it('expects a weekend also where a value comes each hour', () => {
    const kinds = open()
    const levelOf = (cell: number): number => {
      const day = Math.floor(cell / DAY_CELLS) - MONDAY
      const ofDay = (cell % DAY_CELLS) / DAY_CELLS
      return day < 0 || cell % 4 > 0
        ? Number.NaN
        : 30 + 70 * weekly(day) * Math.exp(-50 * (ofDay - 0.5) ** 2) + normal(createRandom(cell))
    }
    for (let day = 0; day < 14; day++) kinds.endDay(MONDAY + day, MONDAY + day + 1, levelOf)
    expect(others(kinds, 14)).toEqual([5, 6])
  })

  it('finds no kinds in noise', () => {
    expect(
      others(
        live(open(), 40, () => 0),
        40,
      ),
    ).toEqual([])
  })

  it('is the same after it was packed, and one of nothing where a state ends before it', () => {
    const kinds = live(open(), 14, weekly)
    const writer = createBitWriter()
    kinds.pack(writer)
    const reader = createBitReader()
    const words = writer.end()
    reader.start(words, 0)
    const again = open()
    again.unpack(reader)
    expect(others(again, 14)).toEqual([5, 6])
    again.unpack(createBitReader())
    expect(again.hasOthers).toBe(false)
  })
})
