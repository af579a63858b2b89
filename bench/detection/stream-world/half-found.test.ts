import { describe, expect, it } from 'vitest'
import { sizeHalfFound, thresholdFor } from './half-found.ts'

describe('sizeHalfFound', () => {
  it('finds the size from which half are found on', () => {
    expect(sizeHalfFound([1, 60], (size) => (size < 7 ? 0.3 : 0.7))).toBeCloseTo(7, 0)
  })

  it('gives infinity where not even the largest is found', () => {
    expect(sizeHalfFound([1, 60], () => 0.4)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('thresholdFor', () => {
  it('counts rows within the gap as one alarm', () => {
    const scores = Float64Array.of(0.1, 0.9, 0.8, 0.1, 0.1, 0.1, 0.7, 0.1)
    expect(thresholdFor([scores], 2, 2)).toBe(0.7)
    expect(thresholdFor([scores], 1, 2)).toBe(0.8)
    expect(thresholdFor([scores], 0, 2)).toBe(Number.POSITIVE_INFINITY)
  })

  it('does not take a series that is above it all the time for one with a single alarm', () => {
    expect(thresholdFor([new Float64Array(100).fill(0.5)], 3, 10)).toBe(Number.POSITIVE_INFINITY)
  })
})
