import { describe, expect, it } from 'vitest'
import { binomialTail } from './binomial-tail.ts'

describe('binomialTail', () => {
  it('by hand: two or three of three coins are heads half of the time', () => {
    expect(binomialTail(2, 3, 0.5)).toBeCloseTo(0.5, 12)
    expect(binomialTail(3, 3, 0.5)).toBeCloseTo(0.125, 12)
    expect(binomialTail(1, 4, 0.1)).toBeCloseTo(1 - 0.9 ** 4, 12)
  })

  it('falls with the hits and ends at 1 and 0', () => {
    for (let hits = 1; hits <= 500; hits++)
      expect(binomialTail(hits, 500, 0.3)).toBeLessThan(binomialTail(hits - 1, 500, 0.3) + 1e-12)
    expect(binomialTail(0, 5, 0.2)).toBe(1)
    expect(binomialTail(1, 5, 0)).toBe(0)
    expect(binomialTail(5, 5, 1)).toBe(1)
    expect(binomialTail(400, 500, 0.01)).toBeGreaterThanOrEqual(0)
  })

  it('refuses more hits than trials and what is no probability', () => {
    expect(() => binomialTail(3, 2, 0.5)).toThrow(RangeError)
    expect(() => binomialTail(1, 2, Number.NaN)).toThrow(RangeError)
  })
})
