import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loess, tricube } from './loess.ts'

const smooth = (values: Float64Array, window: number, jump = 1) =>
  loess(values, window, jump, new Float64Array(values.length))

describe('loess', () => {
  it('leaves a straight line as it is, with any window and jump', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 2, max: 80 }),
        fc.integer({ min: 1, max: 9 }),
        (n, w, j) => {
          const line = Float64Array.from({ length: n }, (_, k) => 5 - 3 * k)
          const out = smooth(line, w, j)
          for (let k = 0; k < n; k++) expect(out[k]).toBeCloseTo(line[k]!, 5)
        },
      ),
    )
  })

  it('by hand: a spike among three values keeps the weight of its place', () => {
    // at the middle the neighbours lie 1 away and the window reaches 1.001: their weight is (1 - 0.999^3)^3 = 2.7e-8
    const out = smooth(Float64Array.of(0, 1, 0), 3)
    expect(out[1]).toBeCloseTo(1, 6)
  })

  it('joins the places it skips by lines', () => {
    const values = Float64Array.from({ length: 21 }, (_, k) => k * k)
    const out = smooth(values, 5, 5)
    expect(out[2]).toBeCloseTo(out[0]! + 0.4 * (out[5]! - out[0]!), 9)
  })

  it('follows a shift and a change of unit', () => {
    const values = Float64Array.from({ length: 40 }, (_, k) => Math.sin(k * k))
    const out = smooth(values, 9, 3)
    const moved = smooth(
      values.map((value) => 8 * value - 100),
      9,
      3,
    )
    for (let k = 0; k < 40; k++) expect(moved[k]).toBeCloseTo(8 * out[k]! - 100, 8)
  })
})

describe('tricube', () => {
  it('falls from 1 to 0 at its reach', () => {
    expect(tricube(0, 2)).toBe(1)
    expect(tricube(-1, 2)).toBeCloseTo((1 - 1 / 8) ** 3, 12)
    expect(tricube(2, 2)).toBe(0)
  })
})
