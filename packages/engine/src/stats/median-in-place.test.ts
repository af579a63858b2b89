import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { medianInPlace } from './median-in-place.ts'
import { median } from './quantile.ts'

describe('medianInPlace', () => {
  it('takes the middle of an odd count and the mean of the two middles of an even one', () => {
    expect(medianInPlace(Float64Array.of(9, 1, 5), 3)).toBe(5)
    expect(medianInPlace(Float64Array.of(9, 1, 5, 2), 4)).toBe(3.5)
  })

  it('looks at the first values of the buffer only', () => {
    expect(medianInPlace(Float64Array.of(3, 1, 2, -100), 3)).toBe(2)
  })

  it('is the median of sorted values, of few and of many', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 200 }), (values) => {
        expect(medianInPlace(Float64Array.from(values), values.length)).toBe(median(values))
      }),
    )
  })

  it('has no answer for no value', () => {
    expect(medianInPlace(new Float64Array(4), 0)).toBeNaN()
  })
})
