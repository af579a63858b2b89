import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import { conformalBand } from './conformal-band.ts'
import { fitSpread } from './spread-model.ts'

const same = () => 1

function errors(count: number, horizon: number, seed: number, size: (step: number) => number): Float64Array[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () =>
    Float64Array.from({ length: horizon }, (_, step) => size(step) * normal(random)),
  )
}

describe('conformalBand', () => {
  it('holds as much of later errors as it should', () => {
    const origins = Array.from({ length: 20 }, (_, k) => k)
    let held = 0
    let all = 0
    for (let seed = 1; seed <= 30; seed++) {
      const { below, above } = conformalBand(
        errors(20, 12, seed, () => 1),
        origins,
        20,
        same,
        0.9,
      )
      for (const next of errors(20, 12, 1000 + seed, () => 1)) {
        next.forEach((error, step) => {
          all++
          if (error > -below[step]! && error < above[step]!) held++
        })
      }
    }
    expect(held / all).toBeGreaterThan(0.87)
    expect(held / all).toBeLessThan(0.94)
  })

  it('widens where errors grow with the distance, and more on the side where they are', () => {
    const origins = Array.from({ length: 20 }, (_, k) => k)
    const grown = errors(20, 40, 5, (step) => 1 + step).map((part) => part.map((error) => Math.abs(error)))
    const { below, above } = conformalBand(grown, origins, 20, same, 0.9)
    expect(above[39]).toBeGreaterThan(3 * above[0]!)
    expect(Math.max(...below)).toBeLessThan(0.6 * Math.max(...above))
  })

  it('aims wider after origins where it missed much', () => {
    const origins = Array.from({ length: 20 }, (_, k) => k)
    const calm = errors(20, 12, 6, () => 1)
    const wild = calm.map((part, which) => (which >= 14 ? part.map((error) => 4 * error) : part))
    const missed = conformalBand(wild, origins, 20, same, 0.9)
    expect(missed.coverage).toBeLessThan(0.87)
    expect(missed.above[5]).toBeGreaterThan(conformalBand(calm, origins, 20, same, 0.9).above[5]!)
  })

  it('leaves gaps out', () => {
    const holed = errors(20, 12, 7, () => 1).map((part) => part.map((error, step) => (step === 3 ? Number.NaN : error)))
    const { above } = conformalBand(
      holed,
      holed.map((_, k) => k),
      20,
      same,
      0.9,
    )
    expect(above.every((reach) => reach > 0.5)).toBe(true)
  })
})

describe('fitSpread', () => {
  it('is wide at the hours where errors were, and after a restless day', () => {
    const filled = Float64Array.from({ length: 240 }, (_, k) => (k >= 216 ? 10 : 1))
    const history = {
      filled,
      cleaned: filled,
      usual: new Float64Array(240),
      seasons: { hour: 0, day: 24, week: 0, hasWeeks: false, firstOrigin: 48 },
    }
    const residuals = Array.from({ length: 40 }, () =>
      Float64Array.from({ length: 24 }, (_, step) => (step < 12 ? 1 : 9)),
    )
    const spread = fitSpread(
      history,
      residuals.map(() => 48),
      residuals,
    )
    expect(spread(48, 20)).toBeGreaterThan(1.3 * spread(48, 2))
    expect(spread(240, 2)).toBeGreaterThan(1.5 * spread(216, 2))
  })
})
