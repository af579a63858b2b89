import { describe, expect, it } from 'vitest'
import { createRandom, normal } from './random.ts'

describe('createRandom', () => {
  it('gives the same numbers for the same seed and others for another', () => {
    const draw = (seed: number): number[] => {
      const random = createRandom(seed)
      return Array.from({ length: 5 }, () => random())
    }
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
  })

  it('spreads evenly over [0, 1)', () => {
    const random = createRandom(1)
    const bins = new Array(10).fill(0)
    for (let k = 0; k < 100_000; k++) bins[Math.floor(random() * 10)]++
    for (const bin of bins) expect(Math.abs(bin - 10_000)).toBeLessThan(500)
  })
})

describe('normal', () => {
  it('has mean 0 and variance 1', () => {
    const random = createRandom(3)
    const values = Array.from({ length: 100_000 }, () => normal(random))
    expect(values.reduce((sum, x) => sum + x, 0) / 1e5).toBeCloseTo(0, 1)
    expect(values.reduce((sum, x) => sum + x * x, 0) / 1e5).toBeCloseTo(1, 1)
  })
})
