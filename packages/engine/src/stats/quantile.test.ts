import { describe, expect, it } from 'vitest'
import { median, quantileSorted, sortPresent } from './quantile.ts'

describe('quantileSorted', () => {
  it('interpolates between neighbours', () => {
    expect(quantileSorted([1, 2, 3, 4], 0.5)).toBe(2.5)
    expect(quantileSorted([1, 2, 3, 4, 5], 0.25)).toBe(2)
    expect(quantileSorted([0, 10], 0.9)).toBe(9)
  })

  it('gives NaN for nothing', () => {
    expect(quantileSorted([], 0.5)).toBeNaN()
  })
})

describe('median', () => {
  it('ignores NaN', () => {
    expect(median([Number.NaN, 3, 1, Number.NaN, 2])).toBe(2)
    expect(median([Number.NaN])).toBeNaN()
  })
})

describe('sortPresent', () => {
  it('sorts by number and leaves the source alone', () => {
    const source = Float64Array.from([10, 9, Number.NaN, -1])
    expect([...sortPresent(source)]).toEqual([-1, 9, 10])
    expect(source[0]).toBe(10)
  })
})
