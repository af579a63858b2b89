import { describe, expect, it } from 'vitest'
import { dayCurve } from '../testing/simulate-season.ts'
import { mstl, seasonAhead } from './mstl.ts'
import { stlSeason } from './stl.ts'

const DAYS = 28
const HOURS = 24 * DAYS

describe('stlSeason', () => {
  it('takes a season out of a line', () => {
    const values = Float64Array.from({ length: HOURS }, (_, k) => 5 + 0.02 * k + dayCurve(k))
    const season = stlSeason(values, 24, 11)
    for (let k = 0; k < HOURS; k++) expect(Math.abs(season[k]! - dayCurve(k))).toBeLessThan(0.03)
  })

  it('finds next to none in a line, and adds up to nearly nothing over a period', () => {
    const line = Float64Array.from({ length: 240 }, (_, k) => 3 * k)
    for (const value of stlSeason(line, 24, 11)) expect(Math.abs(value)).toBeLessThan(0.03 * 3 * 24)
    const wave = Float64Array.from({ length: 240 }, (_, k) => dayCurve(k) + (k % 5))
    const season = stlSeason(wave, 24, 11).subarray(96, 120)
    expect(Math.abs(season.reduce((sum, value) => sum + value, 0))).toBeLessThan(0.2)
  })

  it('follows a season that grows', () => {
    const values = Float64Array.from({ length: HOURS }, (_, k) => (1 + k / HOURS) * dayCurve(k))
    const season = stlSeason(values, 24, 7)
    expect(season[HOURS - 18]! / season[6]!).toBeGreaterThan(1.5)
  })

  it('refuses less than two periods', () => {
    expect(() => stlSeason(new Float64Array(47), 24, 11)).toThrow(RangeError)
  })
})

describe('mstl', () => {
  it('tells a day from a week', () => {
    const weekend = (k: number) => (Math.floor(k / 24) % 7 > 4 ? -5 / 7 : 2 / 7)
    const values = Float64Array.from({ length: 2 * HOURS }, (_, k) => 10 + dayCurve(k) + 3 * weekend(k))
    const { seasons, rest } = mstl(values, [24, 168])
    expect(seasons).toHaveLength(2)
    for (let k = 168; k < HOURS; k++) {
      expect(Math.abs(rest[k]! - 10)).toBeLessThan(0.6)
      expect(values[k]).toBeCloseTo(seasons[0]![k]! + seasons[1]![k]! + rest[k]!, 9)
    }
  })

  it('leaves everything in the rest without periods', () => {
    expect(mstl(Float64Array.of(1, 2, 4), [])).toEqual({ seasons: [], rest: Float64Array.of(1, 2, 4) })
  })
})

describe('seasonAhead', () => {
  it('repeats the last cycle of each season', () => {
    const seasons = [Float64Array.of(9, 9, 1, 2), Float64Array.of(0, 10, 20, 30)]
    expect([0, 1, 2, 3, 4].map((ahead) => seasonAhead(seasons, [2, 3], ahead))).toEqual([11, 22, 31, 12, 21])
  })
})
