import { describe, expect, it } from 'vitest'
import { fitGumbelPower, powerTransform } from './gumbel-power.ts'
import { createRandom } from './random.ts'

const random = createRandom(31)
const MIN = { deviation: 0.1, ofMean: 0 }
const gumbel = (): number => -Math.log(-Math.log(random()))

describe('fitGumbelPower', () => {
  it('leaves maxima of Gumbel’s distribution as they are', () => {
    const fit = fitGumbelPower(
      Float64Array.from({ length: 60 }, () => 10 + gumbel()),
      60,
      MIN,
    )
    expect(fit.power).toBe(1)
    expect(fit.mean).toBeCloseTo(10.58, 0)
    expect(fit.deviation).toBeCloseTo(1.28, 0)
    expect(fit.correlation).toBeLessThan(0.3)
  })

  it('takes logarithms of maxima with a heavy tail', () => {
    const fit = fitGumbelPower(
      Float64Array.from({ length: 60 }, () => Math.exp(1 + 0.6 * gumbel())),
      60,
      MIN,
    )
    expect(fit.power).toBe(0)
  })

  it('takes maxima that are all the same for ones that vary by the least deviation', () => {
    const fit = fitGumbelPower(new Float64Array(20).fill(1), 20, { deviation: 0.2, ofMean: 0 })
    expect(fit).toEqual({ power: 1, mean: 1, deviation: 0.2, correlation: 0 })
  })

  it('takes no less than a part of the mean for their deviation', () => {
    expect(fitGumbelPower(new Float64Array(20).fill(5), 20, { deviation: 0.2, ofMean: 0.1 }).deviation).toBe(0.5)
  })

  it('finds that neighbours are alike', () => {
    const runs = Float64Array.from({ length: 40 }, (_, k) => (k < 20 ? 5 : 9) + 0.2 * gumbel())
    expect(fitGumbelPower(runs, 40, MIN).correlation).toBeGreaterThan(0.6)
  })
})

describe('powerTransform', () => {
  it('gives the value, twice the root, or the logarithm', () => {
    expect([1, 0.5, 0].map((power) => powerTransform(4, power))).toEqual([4, 4, Math.log(4)])
  })
})
