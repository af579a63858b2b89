import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reduceMinMax } from './reduce-min-max.ts'

describe('reduceMinMax', () => {
  const times = Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7])
  const values = Float64Array.from([1, 5, 2, Number.NaN, Number.NaN, 9, 4, 4])

  it('keeps smallest and largest value per bucket, with their times', () => {
    const reduced = reduceMinMax(times, values, 0, 8, 2)
    expect([...reduced.minValues]).toEqual([1, 4])
    expect([...reduced.maxValues]).toEqual([5, 9])
    expect([...reduced.minTimes]).toEqual([0, 6])
    expect([...reduced.maxTimes]).toEqual([1, 5])
    expect([...reduced.counts]).toEqual([3, 3])
    expect([...reduced.gapBefore]).toEqual([0, 1])
  })

  it('keeps every flagged point', () => {
    const flagged = Uint8Array.from([0, 0, 1, 1, 0, 0, 0, 1])
    const reduced = reduceMinMax(times, values, 0, 8, 1, flagged)
    expect([...reduced.flaggedTimes]).toEqual([2, 7])
    expect([...reduced.flaggedValues]).toEqual([2, 4])
  })

  it('never loses a value and never leaves the range', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.integer({ min: 1, max: 20 }), (list, buckets) => {
        const at = Float64Array.from(list, (_, k) => k)
        const reduced = reduceMinMax(at, Float64Array.from(list), 0, list.length - 1, buckets)
        expect(reduced.counts.reduce((sum, n) => sum + n, 0)).toBe(list.length)
        expect(Math.min(...reduced.minValues)).toBe(Math.min(...list))
        expect(Math.max(...reduced.maxValues)).toBe(Math.max(...list))
      }),
    )
  })

  it('gives nothing for a range without rows', () => {
    expect(reduceMinMax(times, values, 100, 200, 5).counts.length).toBe(0)
  })

  it('refuses no buckets', () => {
    expect(() => reduceMinMax(times, values, 0, 8, 0)).toThrow(RangeError)
  })
})
