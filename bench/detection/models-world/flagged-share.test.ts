import { describe, expect, it } from 'vitest'
import { buildFrame, NOMINAL_RATES, parseSeriesName } from '../../../packages/engine/src/index.ts'
import { countFlagged, isWithinTwo, pool, ratios, worstFactor } from './flagged-share.ts'
import { staticQuantile } from './static-quantile.ts'

const minutes = (count: number) => Float64Array.from({ length: count }, (_, k) => k * 60_000)
const frameOf = (values: number[]) =>
  buildFrame([parseSeriesName('a[x]')], minutes(values.length), [Float64Array.from(values)])
const interval = {
  name: 'interval',
  training: frameOf(Array.from({ length: 99 }, (_, k) => k)),
  exclude: [],
  rest: frameOf([49, 98, 99, -1, Number.NaN, 500]),
  isNormal: (row: number) => row !== 5,
}

describe('countFlagged', () => {
  it('counts normal rows with a value below each rate', () => {
    const probabilities = () => [0.5, 0.04, 0.004, 0.0004, Number.NaN, 0]
    expect(countFlagged({ name: 'fixed', probabilities }, interval)).toEqual({ rows: 4, flagged: [3, 3, 2, 2, 2, 1] })
  })
})

describe('pool', () => {
  it('adds rows before it divides', () => {
    const pooled = pool([
      { rows: 100, flagged: [20, 0, 0, 0, 0, 0] },
      { rows: 900, flagged: [80, 50, 20, 10, 5, 4] },
    ])
    expect(ratios(pooled)).toEqual([1, 1, 1, 1, 1, 4])
    expect(worstFactor(pooled)).toBe(4)
  })
})

describe('isWithinTwo', () => {
  it('allows for chance', () => {
    const rate = NOMINAL_RATES.indexOf(0.01)
    const of = (rows: number, count: number) => isWithinTwo({ rows, flagged: NOMINAL_RATES.map(() => count) }, rate)
    expect([of(10_000, 50), of(10_000, 200), of(10_000, 205)]).toEqual([true, true, true])
    expect([of(10_000, 30), of(10_000, 300)]).toEqual([false, false])
    expect([of(100, 0), of(100, 4), of(100, 9)]).toEqual([true, true, false])
  })
})

describe('staticQuantile', () => {
  it('returns two-sided ranks in the training data', () => {
    const probabilities = staticQuantile.probabilities(interval)
    expect(probabilities[0]).toBe(1)
    expect(probabilities[1]).toBeCloseTo((2 * 1.5) / 100, 12)
    expect([probabilities[2], probabilities[3]]).toEqual([probabilities[5], probabilities[5]])
    expect(probabilities[2]).toBeCloseTo((2 * 0.5) / 100, 12)
    expect(probabilities[4]).toBeNaN()
  })
})
