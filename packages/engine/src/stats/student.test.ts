import { describe, expect, it } from 'vitest'
import { studentDistance, studentTwoSided } from './student.ts'

describe('studentTwoSided', () => {
  it('has the values of the printed tables', () => {
    expect(studentTwoSided(12.706, 1)).toBeCloseTo(0.05, 5)
    expect(studentTwoSided(2.228, 10)).toBeCloseTo(0.05, 4)
    expect(studentTwoSided(-2.75, 30)).toBeCloseTo(0.01, 4)
    expect(studentTwoSided(1.959964, 1e7)).toBeCloseTo(0.05, 5)
  })

  it('is 1 at 0, and by hand 1/2 at 1 for one degree of freedom', () => {
    expect(studentTwoSided(0, 5)).toBe(1)
    expect(studentTwoSided(1, 1)).toBeCloseTo(0.5, 12)
  })

  it('refuses no freedom and keeps NaN', () => {
    expect(() => studentTwoSided(1, 0)).toThrow(RangeError)
    expect(studentTwoSided(Number.NaN, 3)).toBeNaN()
  })
})

describe('studentDistance', () => {
  it('goes back to the distance', () => {
    for (const distance of [0.3, 2, 9])
      expect(studentDistance(studentTwoSided(distance, 7), 7)).toBeCloseTo(distance, 8)
  })
})
