import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { createRandom, normal } from '../stats/random.ts'
import { createSeasonStore, type SeasonStore } from './season-store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MONDAY = Date.UTC(2026, 0, 5)
const open = (days = 15): SeasonStore => createSeasonStore(createArena(new ArrayBuffer(65_536)), days)

function fill(days: number, stepMs: number, level: (ms: number) => number, store = open()): SeasonStore {
  for (let ms = 0; ms < days * DAY; ms += stepMs) store.add(MONDAY + ms, level(ms))
  return store
}
const daily = (ms: number): number => 10 * Math.sin((2 * Math.PI * ms) / DAY)
const weekly = (ms: number): number => daily(ms) * (Math.floor(ms / DAY) % 7 < 5 ? 1 : 0.2)

describe('createSeasonStore', () => {
  it('has nothing to compare with on the first day', () => {
    expect(open().deviation(MONDAY, 1)).toBeNaN()
    expect(fill(0.9, 300_000, daily).deviation(MONDAY + 0.9 * DAY, 1)).toBeNaN()
  })

  it('measures against the same time of earlier days', () => {
    const store = fill(3, 300_000, daily)
    expect(store.deviation(MONDAY + 3.25 * DAY, 10)).toBeCloseTo(0, 2)
    expect(store.deviation(MONDAY + 3.25 * DAY, 4)).toBeCloseTo(6, 1)
  })

  it('takes the nearest of the days, so that one odd day does no harm', () => {
    const store = fill(3, 300_000, (ms) => (ms >= 2 * DAY ? 99 : daily(ms)))
    expect(store.deviation(MONDAY + 3.25 * DAY, 10)).toBeCloseTo(0, 2)
  })

  it('reaches back to the same day of the week', () => {
    const store = fill(14, 300_000, (ms) => (ms < DAY || Math.floor(ms / DAY) === 7 ? 50 : 0))
    expect(store.deviation(MONDAY + 14 * DAY + 6 * HOUR, 50)).toBe(0)
  })

  it.each([60_000, 300_000, 1_800_000, HOUR])('finds the day and the week at a step of %d ms', (stepMs) => {
    expect(fill(15, stepMs, weekly).seasons).toEqual([DAY, 7 * DAY])
  })

  it('finds a day alone, and no season in noise or drift', () => {
    const random = createRandom(3)
    expect(fill(15, 300_000, (ms) => daily(ms) + normal(random)).seasons).toEqual([DAY])
    expect(fill(15, 300_000, () => normal(random)).seasons).toEqual([])
    expect(fill(15, 300_000, (ms) => ms / DAY).seasons).toEqual([])
  })

  it('finds half a day in what has two tides', () => {
    expect(fill(10, 300_000, (ms) => daily(2 * ms)).seasons).toContain(12 * HOUR)
  })

  it('leaves out times that go back, and forgets after a gap of months', () => {
    const store = fill(3, 300_000, daily)
    store.add(MONDAY, 1e9)
    expect(store.deviation(MONDAY + 3.25 * DAY, 10)).toBeCloseTo(0, 2)
    store.add(MONDAY + 90 * DAY, 5)
    expect(store.deviation(MONDAY + 90.25 * DAY, 10)).toBeNaN()
    expect(store.deviation(MONDAY + 91 * DAY, 5)).toBe(0)
  })
})
