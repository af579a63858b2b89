import { describe, expect, it } from 'vitest'
import { countTail } from './count-tail.ts'
import { gammaTail } from './gamma-tail.ts'

describe('gammaTail', () => {
  it('is the exponential tail for shape 1', () => {
    for (const value of [0.1, 1, 5, 50, 400]) expect(gammaTail(1, value) / Math.exp(-value)).toBeCloseTo(1, 9)
  })

  it('is the chance of fewer Poisson events than a whole shape', () => {
    for (const shape of [2, 7, 40])
      for (const value of [0.5, 6, 35, 60])
        expect(gammaTail(shape, value)).toBeCloseTo(1 - countTail(shape, value, value), 9)
  })

  it('knows table values of chi-squared with an odd number of degrees of freedom', () => {
    expect(gammaTail(2.5, 11.0705 / 2)).toBeCloseTo(0.05, 5)
    expect(gammaTail(0.5, 3.8415 / 2)).toBeCloseTo(0.05, 5)
  })

  it('is 1 at 0 and refuses a shape of 0', () => {
    expect(gammaTail(3, 0)).toBe(1)
    expect(() => gammaTail(0, 1)).toThrow(RangeError)
  })
})
