import { describe, expect, it } from 'vitest'
import { median, quantile } from './statistics.ts'

describe('quantile', () => {
  it('is the nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, i) => 100 - i)
    expect(quantile(values, 0.99)).toBe(99)
    expect(quantile(values, 1)).toBe(100)
    expect(quantile(values, 0)).toBe(1)
    expect(median([3, 1, 2])).toBe(2)
  })

  it('refuses an empty list', () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError)
  })
})
