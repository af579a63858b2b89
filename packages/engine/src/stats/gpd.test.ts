import { describe, expect, it } from 'vitest'
import { fitGpd, fitGpdWeighted, gpdSurvival } from './gpd.ts'
import { createRandom } from './random.ts'

function sample(shape: number, scale: number, count: number): Float64Array {
  const random = createRandom(4)
  const draw = (): number => {
    const u = 1 - random()
    return shape === 0 ? -Math.log(u) * scale : (scale / shape) * (u ** -shape - 1)
  }
  return Float64Array.from({ length: count }, draw).sort()
}

describe('fitGpd', () => {
  it('finds the parameters that made a sample', () => {
    const { shape, scale } = fitGpd(sample(0.3, 2, 50_000))
    expect(shape).toBeCloseTo(0.3, 1)
    expect(scale).toBeCloseTo(2, 1)
  })

  it('by hand: excesses 0, 1, 2, 5 have a0 = 2, a1 = 1/3 and a shape of 1/2', () => {
    // a1 = (0*3 + 1*2 + 2*1 + 5*0) / 3 / 4 = 1/3, shape = 2 - 2 / (2 - 2/3) = 1/2, weighed 4 to 10 against the prior of 0
    const { shape, scale } = fitGpd([0, 1, 2, 5])
    expect(shape).toBeCloseTo((0.5 * 4) / 14, 12)
    expect(scale).toBeCloseTo(2 * (1 - 2 / 14), 12)
  })

  it('takes the exponential for bounded excesses', () => {
    expect(fitGpd([1, 1, 1, 1])).toEqual({ shape: 0, scale: 1 })
  })

  it('draws few excesses to the prior', () => {
    expect(fitGpd([1, 1, 1, 1], 0.25).shape).toBeCloseTo(0.25 * (10 / 14), 12)
  })

  it('refuses no excess', () => {
    expect(() => fitGpd([])).toThrow(RangeError)
  })
})

describe('gpdSurvival', () => {
  it('falls from 1 and never rises', () => {
    for (const shape of [0, 0.2, 0.5]) {
      const tail = { shape, scale: 2 }
      expect(gpdSurvival(tail, 0)).toBe(1)
      for (let x = 1; x < 100; x++) expect(gpdSurvival(tail, x)).toBeLessThan(gpdSurvival(tail, x - 1))
    }
  })

  it('is the exponential for a shape of 0', () => {
    expect(gpdSurvival({ shape: 0, scale: 2 }, 4)).toBeCloseTo(Math.exp(-2), 12)
  })
})

describe('fitGpdWeighted', () => {
  it('counts an excess as often as its weight says', () => {
    const spread = fitGpd([1, 1, 1, 2, 5, 5], 0, 0)
    const { shape, scale } = fitGpdWeighted([1, 2, 5], [3, 1, 2])
    expect(shape).toBeCloseTo(spread.shape, 12)
    expect(scale).toBeCloseTo(spread.scale, 12)
  })

  it('needs an excess of some weight', () => {
    expect(() => fitGpdWeighted([], [])).toThrow(RangeError)
  })
})
