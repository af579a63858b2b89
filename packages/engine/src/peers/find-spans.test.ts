import { describe, expect, it } from 'vitest'
import { neighbourCorrelation } from './find-spans.ts'

describe('neighbourCorrelation', () => {
  it('by hand: 1 2 2 1 about 0 has 2 + 4 + 2 of 2.5 + 4 + 2.5', () => {
    expect(neighbourCorrelation(Float64Array.of(1, 2, 2, 1), 0)).toBeCloseTo(8 / 9, 12)
  })

  it('is 0 for values that alternate, for none and for a constant at its level', () => {
    expect(neighbourCorrelation(Float64Array.of(1, -1, 1, -1), 0)).toBe(0)
    expect(neighbourCorrelation(new Float64Array(0), 0)).toBe(0)
    expect(neighbourCorrelation(Float64Array.of(3, 3, 3), 3)).toBe(0)
  })

  it('leaves pairs with a gap out', () => {
    const holed = Float64Array.of(1, 2, Number.NaN, -9, Number.NaN, 2, 1)
    expect(neighbourCorrelation(holed, 0)).toBeCloseTo(4 / 5, 12)
  })
})
