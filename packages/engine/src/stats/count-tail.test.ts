import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTail } from './count-tail.ts'

describe('countTail', () => {
  it('is Poisson where the variance does not exceed the mean', () => {
    expect(countTail(1, 2, 2)).toBeCloseTo(1 - Math.exp(-2), 12)
    expect(countTail(3, 1, 0.5)).toBeCloseTo(1 - Math.exp(-1) * 2.5, 12)
  })

  it('is geometric for a variance of mean + mean²', () => {
    // Size 1: P(X >= k) = (mean / (1 + mean))^k.
    expect(countTail(5, 1, 2)).toBeCloseTo(1 / 32, 12)
    expect(countTail(1, 3, 12)).toBeCloseTo(0.75, 12)
  })

  it('is 1 for nothing and falls as the count grows', () => {
    expect(countTail(0, 3, 3)).toBe(1)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0.01, max: 200, noNaN: true }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (count, mean, excess) => {
          const variance = mean * (1 + excess)
          const p = countTail(count, mean, variance)
          expect(p).toBeGreaterThanOrEqual(0)
          expect(p).toBeLessThanOrEqual(1)
          expect(countTail(count + 1, mean, variance)).toBeLessThanOrEqual(p + 1e-9)
        },
      ),
    )
  })

  it('refuses a mean of nothing', () => {
    expect(() => countTail(1, 0, 0)).toThrow(RangeError)
  })
})
