import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantileSorted, sortPresent } from './quantile.ts'
import { quantileInPlace, selectInPlace } from './select-in-place.ts'

const values = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 300 })

describe('selectInPlace', () => {
  it('by hand: brings the second smallest to the second place', () => {
    const buffer = Float64Array.of(5, 1, 4, 2, 3)
    selectInPlace(buffer, 5, 1)
    expect(buffer[1]).toBe(2)
    expect(buffer[0]).toBe(1)
  })

  it('leaves values alone that are not counted', () => {
    const buffer = Float64Array.of(5, 1, 4, -2, -3)
    selectInPlace(buffer, 3, 0)
    expect([...buffer]).toEqual([1, expect.any(Number), expect.any(Number), -2, -3])
  })

  it('puts nothing larger before and nothing smaller after', () => {
    fc.assert(
      fc.property(values, fc.nat(), (list, at) => {
        const place = at % list.length
        const buffer = Float64Array.from(list)
        selectInPlace(buffer, list.length, place)
        expect([...buffer].sort((a, b) => a - b)).toEqual([...list].sort((a, b) => a - b))
        expect(buffer.subarray(0, place).every((value) => value <= buffer[place]!)).toBe(true)
        expect(buffer.subarray(place).every((value) => value >= buffer[place]!)).toBe(true)
      }),
    )
  })
})

describe('quantileInPlace', () => {
  it('is the quantile of the sorted values', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        expect(quantileInPlace(Float64Array.from(list), share)).toBe(quantileSorted(sortPresent(list), share))
      }),
    )
    expect(quantileInPlace(new Float64Array(0), 0.5)).toBeNaN()
  })
})
