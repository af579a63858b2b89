import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, normal } from './random.ts'
import { fitTrend } from './trend.ts'

describe('fitTrend', () => {
  it('by hand: 0 1 1 2 rises by 0.6 a row', () => {
    const { slope, error } = fitTrend(Float64Array.of(0, 1, 1, 2))
    expect(slope).toBeCloseTo(0.6, 12)
    expect(error).toBeCloseTo(Math.sqrt(0.2 / 2 / 5), 12)
  })

  it('leaves NaN out', () => {
    expect(fitTrend(Float64Array.of(1, Number.NaN, 3, 4, Number.NaN, 6)).slope).toBeCloseTo(1, 12)
    expect(fitTrend(Float64Array.of(1, Number.NaN, 3))).toEqual({ slope: 0, error: Number.POSITIVE_INFINITY })
    expect(fitTrend(new Float64Array(0))).toEqual({ slope: 0, error: Number.POSITIVE_INFINITY })
  })

  it('lies within two errors of the truth in more than nine of ten, neighbours alike or not', () => {
    for (const memory of [0, 0.8]) {
      const random = createRandom(8)
      let within = 0
      for (let k = 0; k < 200; k++) {
        let state = normal(random)
        const values = Float64Array.from({ length: 240 }, (_, row) => {
          state = memory * state + Math.sqrt(1 - memory * memory) * normal(random)
          return state + 0.01 * row
        })
        const { slope, error } = fitTrend(values)
        if (Math.abs(slope - 0.01) <= 2 * error) within++
      }
      expect(within).toBeGreaterThan(180)
    }
  })

  it('follows a change of unit, bears 1e300 and does not see a shift', () => {
    const values = Float64Array.of(3, 1, 4, 1, 5, 9, 2, 6)
    const usual = fitTrend(values)
    expect(fitTrend(values.map((value) => value * 1e300)).slope / 1e300).toBeCloseTo(usual.slope, 9)
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (shift, unit) => {
        const { slope, error } = fitTrend(values.map((value) => unit * value + shift))
        expect(slope).toBeCloseTo(unit * usual.slope, 6)
        expect(error).toBeCloseTo(unit * usual.error, 6)
      }),
    )
  })
})
