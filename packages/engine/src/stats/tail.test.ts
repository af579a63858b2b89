import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, normal } from './random.ts'
import { fitTail, tailProbability, tailProbabilityUpTo, tailQuantile } from './tail.ts'

const normals = (count: number, seed: number): Float64Array => {
  const random = createRandom(seed)
  return Float64Array.from({ length: count }, () => normal(random)).sort()
}

describe('fitTail', () => {
  it.each([0.1, 0.01, 0.001])('flags a share of fresh values within a factor of 1.5 of %d', (rate) => {
    let flagged = 0
    for (let seed = 1; seed <= 10; seed++) {
      const tail = fitTail(normals(5_000, seed))
      for (const value of normals(20_000, 100 + seed)) if (tailProbability(tail, value) < rate) flagged++
    }
    expect(flagged / 200_000).toBeGreaterThan(rate / 1.5)
    expect(flagged / 200_000).toBeLessThan(rate * 1.5)
  })

  it('never rises with the value', () => {
    const tail = fitTail(normals(500, 3))
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
        expect(tailProbability(tail, Math.max(a, b))).toBeLessThanOrEqual(tailProbability(tail, Math.min(a, b)))
      }),
    )
  })

  it('stays a probability however wild the sample', () => {
    const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(values, fc.double({ noNaN: true }), (list, value) => {
        const p = tailProbability(fitTail(Float64Array.from(list).sort()), value)
        expect(p).toBeGreaterThanOrEqual(0)
        expect(p).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('gives equal values the rank of all of them', () => {
    const tail = fitTail(Float64Array.from([...Array(90).fill(0), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
    expect(tailProbability(tail, 0)).toBe(1)
    expect(tailProbability(tail, 1)).toBeLessThan(0.2)
  })

  it('calls a value beyond a constant sample rarer than one in its count', () => {
    expect(tailProbability(fitTail(new Float64Array(99)), 0.5)).toBeLessThan(0.01)
  })

  it('gives NaN for NaN', () => {
    expect(tailProbability(fitTail(normals(50, 1)), Number.NaN)).toBeNaN()
  })

  it('refuses no values', () => {
    expect(() => fitTail(new Float64Array(0))).toThrow(RangeError)
  })
})

describe('tailQuantile', () => {
  it.each([0.3, 0.05, 0.01, 1e-3, 1e-6])('undoes tailProbability at %d', (p) => {
    const tail = fitTail(normals(2_000, 5))
    expect(tailProbability(tail, tailQuantile(tail, p)) / p).toBeCloseTo(1, 1)
  })
})

describe('tailProbabilityUpTo', () => {
  it('is the probability, or the most that is of interest', () => {
    const number = fc.integer({ min: -20, max: 20 })
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1, maxLength: 300 }),
        fc.oneof(number, fc.double({ min: -30, max: 30, noNaN: true }), fc.constant(Number.NaN)),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, value, max) => {
          const tail = fitTail(Float64Array.from(values).sort())
          expect(tailProbabilityUpTo(tail, value, max)).toBe(Math.min(max, tailProbability(tail, value)))
        },
      ),
    )
  })
})
