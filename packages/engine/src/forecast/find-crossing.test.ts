import { describe, expect, it } from 'vitest'
import { findCrossing } from './find-crossing.ts'

const HOUR = 3_600_000
const rising = {
  mid: Float64Array.of(60, 70, 80, 90, 100),
  low: Float64Array.of(55, 60, 65, 70, 75),
  high: Float64Array.of(70, 90, 110, 130, 150),
}

describe('findCrossing', () => {
  it('says when a limit is reached, at the earliest and at the latest', () => {
    expect(findCrossing(rising, 50, 75, HOUR)).toEqual({ side: 'above', about: 2.5, low: 1.25, high: 5 })
  })

  it('leaves open what lies beyond the horizon', () => {
    expect(findCrossing(rising, 50, 95, HOUR)).toEqual({ side: 'above', about: 4.5, low: 2.25, high: undefined })
    expect(findCrossing(rising, 50, 500, HOUR)).toMatchObject({ about: undefined, low: undefined, high: undefined })
  })

  it('looks downwards to a limit below the last value', () => {
    const falling = { mid: rising.mid.map((v) => -v), low: rising.high.map((v) => -v), high: rising.low.map((v) => -v) }
    expect(findCrossing(falling, -50, -75, HOUR)).toEqual({ side: 'below', about: 2.5, low: 1.25, high: 5 })
  })

  it('is now for a limit that the last value has', () => {
    expect(findCrossing(rising, 50, 50, HOUR)).toMatchObject({ about: 0, low: 0, high: 0 })
  })
})
