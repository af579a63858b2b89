import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hodgesLehmann } from './hodges-lehmann.ts'
import { kolmogorovSmirnov } from './kolmogorov-smirnov.ts'
import { mannWhitney } from './mann-whitney.ts'

const sample = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 30 })

describe('mannWhitney', () => {
  it('by hand: 3 of 4 pairs are above and 1 below, so delta is 1/2', () => {
    expect(mannWhitney([1, 3], [2, 4], [2, 2]).delta).toBe(0.5)
  })

  it('by hand: the spread under chance, without ties and with them', () => {
    // sqrt((1/4 + 1/4) / 3); with the ties 1 1 and 2 2 2: 1 - (6 + 24) / (8^3 - 8) of the variance is left
    expect(mannWhitney([1, 2, 3, 4], [5, 6, 7, 8], [4, 4]).spread).toBeCloseTo(Math.sqrt(1 / 6), 12)
    expect(mannWhitney([1, 2, 3, 4], [1, 2, 2, 8], [4, 4]).spread).toBeCloseTo(Math.sqrt((1 / 6) * (1 - 30 / 504)), 12)
  })

  it('is less certain where the values are worth fewer', () => {
    const first = Array.from({ length: 40 }, (_, k) => k)
    const second = first.map((value) => value + 12)
    expect(mannWhitney(first, second, [40, 40]).probability).toBeLessThan(0.01)
    expect(mannWhitney(first, second, [5, 5]).probability).toBeGreaterThan(0.1)
  })

  it('turns round with its samples and does not care for order, shift, unit and gaps', () => {
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        const found = mannWhitney(a, b, [a.length, b.length])
        expect(mannWhitney(b, a, [b.length, a.length]).delta).toBeCloseTo(-found.delta, 12)
        const moved = (values: number[]) => [Number.NaN, ...values.map((value) => 4 * value + 7)].reverse()
        expect(mannWhitney(moved(a), moved(b), [a.length, b.length])).toEqual(found)
      }),
    )
  })

  it('finds nothing in equal values, and nothing in none', () => {
    expect(mannWhitney([5, 5], [5, 5], [2, 2])).toMatchObject({ delta: 0, probability: 1 })
    expect(mannWhitney([], [1], [1, 1])).toMatchObject({ delta: 0, probability: 1 })
  })
})

describe('kolmogorovSmirnov', () => {
  it('by hand: two steps of 1/3 apart', () => {
    expect(kolmogorovSmirnov([1, 2, 3], [2, 3, 4], [3, 3]).distance).toBeCloseTo(1 / 3, 12)
    expect(kolmogorovSmirnov([1, 2], [3, 4], [2, 2]).distance).toBe(1)
  })

  it('has the printed limit: a distance of 1.358 / sqrt(n) at 5 %', () => {
    // n = m / 2 = 5000 for equal samples, where the small-sample terms are next to nothing
    const first = Array.from({ length: 10_000 }, (_, k) => k)
    const second = first.map((value) => value + Math.round((1.358 / Math.sqrt(5000)) * 10_000))
    expect(kolmogorovSmirnov(first, second, [10_000, 10_000]).probability).toBeCloseTo(0.05, 2)
  })

  it('sees a change of spread that the rank test does not', () => {
    const first = Array.from({ length: 101 }, (_, k) => k - 50)
    const second = first.map((value) => 5 * value)
    expect(mannWhitney(first, second, [101, 101]).probability).toBeGreaterThan(0.9)
    expect(kolmogorovSmirnov(first, second, [101, 101]).probability).toBeLessThan(0.001)
  })

  it('does not care for order, shift, unit and gaps', () => {
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        const moved = (values: number[]) => [Number.NaN, ...values.map((value) => 4 * value + 7)].reverse()
        expect(kolmogorovSmirnov(moved(a), moved(b), [5, 5])).toEqual(kolmogorovSmirnov(a, b, [5, 5]))
      }),
    )
  })
})

describe('hodgesLehmann', () => {
  it('by hand: the median of the differences 1, 3, -1, 1', () => {
    expect(hodgesLehmann([1, 3], [2, 4], 0.5)).toEqual({ shift: 1, low: -1, high: 3 })
  })

  it('is turned little by an outlier', () => {
    expect(hodgesLehmann([1, 2, 3], [11, 12, 1e9], 0.1).shift).toBeLessThan(15)
  })

  it('moves with a shift of one sample and with the unit of both', () => {
    fc.assert(
      fc.property(sample, sample, fc.integer({ min: -50, max: 50 }), (a, b, by) => {
        const { shift, low, high } = hodgesLehmann(a, b, 0.3)
        const moved = hodgesLehmann(
          a.map((v) => 2 * v),
          [...b.map((v) => 2 * v + by), Number.NaN],
          0.3,
        )
        expect(moved.shift).toBeCloseTo(2 * shift + by, 9)
        expect(moved.low).toBeCloseTo(2 * low + by, 9)
        expect(moved.high).toBeCloseTo(2 * high + by, 9)
      }),
    )
  })

  it('has no answer for an empty sample', () => {
    expect(hodgesLehmann([], [1], 0.1).shift).toBeNaN()
  })
})
