import { describe, expect, it } from 'vitest'
import { createRandom, normal } from './random.ts'
import { distancesFrom, robustScale } from './robust-scale.ts'

const sorted = (values: number[]): Float64Array => Float64Array.from(values).sort()

describe('robustScale', () => {
  it('is the standard deviation of normal values', () => {
    const random = createRandom(1)
    const { center, scale } = robustScale(sorted(Array.from({ length: 20_000 }, () => 5 + 2 * normal(random))))
    expect(center).toBeCloseTo(5, 1)
    expect(scale).toBeCloseTo(2, 1)
  })

  it('is hardly moved by wild values', () => {
    const values = Array.from({ length: 200 }, (_, k) => k % 101)
    const clean = robustScale(sorted(values)).scale
    expect(robustScale(sorted([...values, 1e9])).scale).toBeLessThan(clean * 1.2)
  })

  it('keeps the resolution of a column that mostly stands at one value', () => {
    const values = Array.from({ length: 1000 }, (_, k) => (k % 50 === 0 ? 0.25 : 0))
    expect(robustScale(sorted(values)).scale).toBeGreaterThan(0)
  })

  it('is 0 for equal values and for one', () => {
    expect(robustScale(sorted([3, 3, 3]))).toEqual({ center: 3, scale: 0 })
    expect(robustScale(sorted([3]))).toEqual({ center: 3, scale: 0 })
  })
})

describe('distancesFrom', () => {
  it.each([
    [[0, 1, 2, 30, 31], 2],
    [[0, 1, 28, 29, 30, 31], 28.5],
    [[-7, 0, 0, 1, 50], 0],
    [[3, 4], 9],
    [[3, 4], 1],
  ])('gives those of %j from %d in ascending order', (values, center) => {
    expect(distancesFrom(sorted(values), center)).toEqual(sorted(values.map((value) => Math.abs(value - center))))
  })
})
