import { describe, expect, it } from 'vitest'
import { simulateFrame } from '../testing/simulate-frame.ts'
import { autocorrelation, autocorrelationsOf, effectiveCount } from './autocorrelation.ts'

describe('autocorrelation', () => {
  it('finds the memory of a first-order process', () => {
    const [column] = simulateFrame(['slow'], 20_000, 1).columns
    expect(autocorrelation(column!, 1)).toBeCloseTo(0.9, 1)
    expect(autocorrelation(column!, 5)).toBeCloseTo(0.9 ** 5, 1)
  })

  it('is -1 for values that alternate', () => {
    expect(
      autocorrelation(
        Array.from({ length: 1000 }, (_, k) => k % 2),
        1,
      ),
    ).toBeCloseTo(-1, 2)
  })

  it('passes over gaps', () => {
    const [column] = simulateFrame(['slow'], 20_000, 2).columns
    expect(
      autocorrelation(
        column!.map((x, k) => (k % 7 === 0 ? Number.NaN : x)),
        1,
      ),
    ).toBeCloseTo(0.9, 1)
  })

  it('is 0 where there is no variance', () => {
    expect(autocorrelation([1, 1, 1], 1)).toBe(0)
    expect(autocorrelation([], 1)).toBe(0)
  })
})

describe('autocorrelationsOf', () => {
  it('gives for each lag what is found for it alone, by hand', () => {
    const at = autocorrelationsOf([1, 2, 3, Number.NaN, 4])
    // Mean 2.5, variance 1.25; of lag 1 there are the pairs (1, 2) and (2, 3), of lag 2 (1, 3) and (3, 4)
    expect(at(1)).toBeCloseTo((0.75 - 0.25) / 2 / 1.25, 12)
    expect(at(2)).toBeCloseTo((-0.75 + 0.75) / 2 / 1.25, 12)
    expect(at(1)).toBe(autocorrelation([1, 2, 3, Number.NaN, 4], 1))
  })
})

describe('effectiveCount', () => {
  it('is the count for independent values and a part of it for slow ones', () => {
    const frame = simulateFrame(['noise', 'slow'], 10_000, 3)
    expect(effectiveCount(frame.columns[0]!)).toBeGreaterThan(9_000)
    expect(effectiveCount(frame.columns[1]!) / 10_000).toBeCloseTo(0.1 / 1.9, 1)
  })
})
