import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../../stats/random.ts'
import { fromLog, isSkewed, isStraightened, logUnitOf, quantileSkewness, toLog } from './log-scale.ts'

const random = createRandom(1)
const noise = Float64Array.from({ length: 4_000 }, () => normal(random))
const logNormal = noise.map((z) => 40 * Math.exp(0.8 * z))
/** 0 … 100 evenly, squared: quantiles 1, 25 and 81 hundreds at a tenth, a half and nine tenths. */
const squares = Float64Array.from({ length: 101 }, (_, k) => k * k)

describe('toLog', () => {
  it('is nothing at 0, ln 2 at the unit, ln 10 at nine units, and odd below 0', () => {
    expect([0, 4, 36, -36].map((value) => toLog(value, 4))).toEqual([0, Math.LN2, Math.log(10), -Math.log(10)])
  })

  it('grows, and is undone by fromLog', () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(value, value, fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (a, b, unit) => {
        expect(Math.sign(toLog(a, unit) - toLog(b, unit)) * Math.sign(a - b)).toBeGreaterThanOrEqual(0)
        expect(Math.abs(fromLog(toLog(a, unit), unit) - a)).toBeLessThanOrEqual(1e-9 * (Math.abs(a) + unit))
      }),
    )
    expect(toLog(Number.NaN, 1)).toBeNaN()
  })
})

describe('quantileSkewness', () => {
  it('is how much further the upper tenth lies than the lower', () => {
    expect(quantileSkewness(squares)).toBeCloseTo((8100 - 2500 - (2500 - 100)) / (8100 - 100), 12)
    expect(quantileSkewness(squares.map((x) => -x))).toBeCloseTo(-0.4, 12)
    expect(quantileSkewness(squares.map(Math.sqrt))).toBeCloseTo(0, 12)
  })

  it('is 0 where there is nothing to tell: a constant, gaps, few values', () => {
    expect(quantileSkewness(new Float64Array(500).fill(7))).toBe(0)
    expect(quantileSkewness(new Float64Array(500).fill(Number.NaN))).toBe(0)
    expect(quantileSkewness(squares.subarray(0, 99))).toBe(0)
  })

  it('is not moved by shift, unit or an outlier', () => {
    const plain = quantileSkewness(squares)
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (shift, factor) => {
        expect(quantileSkewness(squares.map((x) => factor * x + shift))).toBeCloseTo(plain, 9)
      }),
    )
    expect(quantileSkewness(squares.map((x) => (x === 10_000 ? 1e300 : x)))).toBe(plain)
  })
})

describe('logUnitOf', () => {
  it('is a tenth of the median, in whatever unit', () => {
    expect(logUnitOf(squares)).toBe(250)
    expect(logUnitOf(squares.map((x) => 1000 * x))).toBe(250_000)
  })

  it('is none for values below 0, mostly 0, constant, few or of few kinds', () => {
    const fine = Float64Array.from({ length: 200 }, (_, k) => 1 + k)
    expect(logUnitOf(fine)).toBeGreaterThan(0)
    for (const wrong of [
      fine.map((x) => x - 2),
      fine.map((x) => Math.max(0, x - 40)),
      fine.map(() => 7),
      fine.map((x) => 1 + Math.floor(x / 10)),
      fine.map((x) => (x < 120 ? Number.NaN : x)),
      fine.map((x) => x * 1e-320),
    ])
      expect(logUnitOf(wrong)).toBeUndefined()
  })
})

describe('isStraightened', () => {
  const evaluate = (values: Float64Array) => {
    const unit = logUnitOf(values)!
    const [plain, onLog] = [quantileSkewness(values), quantileSkewness(values.map((x) => toLog(x, unit)))]
    return { plain, onLog, isChosen: isSkewed(plain) && isStraightened(plain, onLog) }
  }

  it('takes a log-normal column, which is near symmetric on the log scale', () => {
    const { plain, onLog, isChosen } = evaluate(logNormal)
    // Quantiles at exp(0.8 × ±1.2816): (2.788 + 0.359 - 2) / (2.788 - 0.359)
    expect(plain).toBeCloseTo(0.472, 1)
    expect(Math.abs(onLog)).toBeLessThan(0.1)
    expect(isChosen).toBe(true)
  })

  it('leaves a normal column and a percentage', () => {
    expect(evaluate(noise.map((z) => 50 + 3 * z)).isChosen).toBe(false)
    expect(evaluate(noise.map((_, k) => 0.5 + ((k * 37) % 100))).isChosen).toBe(false)
  })

  it('leaves what leans as much on the log scale', () => {
    expect(isStraightened(0.6, 0.19)).toBe(true)
    expect(isStraightened(0.6, 0.25)).toBe(false)
    expect(isStraightened(0.6, -0.25)).toBe(false)
  })
})
