import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { DAY_CELLS } from './day-kinds.ts'
import { CELL_MS, createSeasonStore } from './season-store.ts'
import { createSeasonalExpectation } from './seasonal-expectation.ts'

const DAYS = 15
/** A Monday. */
const START = Date.UTC(2026, 0, 5)

/** Two weeks of a level by day and cell of the day, learned cell by cell. */
function learn(levelOf: (day: number, ofDay: number) => number, days = 14) {
  const arena = createArena(new ArrayBuffer(16_384))
  const seasons = createSeasonStore(arena, DAYS)
  const expectation = createSeasonalExpectation(arena, seasons, { days: DAYS })
  for (let cell = 0; cell < days * DAY_CELLS; cell++) {
    const time = START + cell * CELL_MS
    const level = levelOf(Math.floor(cell / DAY_CELLS), cell % DAY_CELLS)
    expectation.expect(time)
    expectation.learn(level)
    seasons.add(time, level)
  }
  return (cell: number) => ({ ...expectation.expect(START + (days * DAY_CELLS + cell) * CELL_MS) })
}

describe('createSeasonalExpectation', () => {
  it('expects the median of earlier days, between two cells a value between both', () => {
    const expect14 = learn((day, ofDay) => (day === 5 ? 999 : ofDay))
    expect(expect14(40)).toEqual({ value: 40, edge: 4 })
    expect(expect14(40.5).value).toBe(40.5)
  })

  it('expects nothing with fewer than three days', () => {
    expect(learn((_, ofDay) => ofDay, 2)(40).value).toBeNaN()
  })

  it('expects the day of the week where weeks err less', () => {
    const weekly = learn((day, ofDay) => (day % 7 < 5 ? 100 + ofDay : 7))
    expect(weekly(40).value).toBe(140)
    expect(weekly(5 * DAY_CELLS + 40).value).toBe(7)
  })

  it('says how far the expected value moves within an hour', () => {
    const hours = learn((_, ofDay) => (ofDay < 32 ? 20 : 80))
    expect(hours(32).edge).toBe(60)
    expect(hours(50).edge).toBe(0)
  })
})
