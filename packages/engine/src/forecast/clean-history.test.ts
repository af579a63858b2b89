import { describe, expect, it } from 'vitest'
import { simulateHours } from '../testing/simulate-season.ts'
import { cleanHistory } from './clean-history.ts'

describe('cleanHistory', () => {
  it('puts what is usual at that hour in the place of an incident', () => {
    const { values } = simulateHours(14, 3)
    const broken = values.slice()
    for (let k = 200; k < 206; k++) broken[k] = 400
    const { cleaned } = cleanHistory(broken, 24)
    for (let k = 200; k < 206; k++) expect(Math.abs(cleaned[k]! - values[k]!)).toBeLessThan(6)
    expect(cleaned.subarray(0, 200)).toEqual(values.subarray(0, 200))
  })

  it('keeps a new level once it has stayed for half a day', () => {
    const { values } = simulateHours(14, 4)
    const moved = values.map((value, k) => (k >= 310 ? value + 300 : value))
    const { cleaned } = cleanHistory(moved, 24)
    expect(cleaned[315]).toBeLessThan(200)
    expect(cleaned[324]).toBe(moved[324])
  })

  it('fills a long gap with the day before and a short one with the last value', () => {
    const { values } = simulateHours(6, 5)
    const holed = values.slice()
    holed.fill(Number.NaN, 100, 110)
    holed[50] = Number.NaN
    const { filled } = cleanHistory(holed, 24)
    expect(filled[105]).toBe(values[81])
    expect(filled[50]).toBe(values[49])
  })

  it('takes the median of the values just before for usual where there is no period', () => {
    expect(cleanHistory(Float64Array.of(5, 7, 6, 90), 0).usual).toEqual(Float64Array.of(5, 5, 6, 6))
  })
})
