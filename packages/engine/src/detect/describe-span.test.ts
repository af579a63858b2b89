import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sliceFrame } from '../series/frame.ts'
import { changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import { detect } from './detect.ts'

const NAMES = ['cpu[a]', 'cpu[b]', 'memory[a]', 'memory[b]', 'disk[a]']
const frame = simulateFrame(['noise', 'slow', 'heavy', 'shared', 'shared'], 700, 4, NAMES)
const models = (['Split', 'Holistic', 'Hybrid'] as const).map((modelType) =>
  train(sliceFrame(frame, 0, 500), { modelType }),
)

describe('sharePeriod', () => {
  it('gives shares that fall, are above 0 and add up to one, whatever went wrong', () => {
    const change = fc.record({
      column: fc.nat(4),
      from: fc.integer({ min: 510, max: 650 }),
      rows: fc.integer({ min: 5, max: 40 }),
      by: fc.oneof(fc.double({ min: -300, max: 300, noNaN: true }), fc.constantFrom(Number.NaN, 1e300, -1e300)),
    })
    let seen = 0
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(2), (changes, k) => {
        const faulty = changes.reduce(
          (changed, { column, from, rows, by }) => changeRows(changed, column, from, from + rows, (x) => x + by),
          frame,
        )
        for (const { series } of detect(models[k]!, faulty, { pvalue: 0.99, cvalue: 3 }).periods) {
          seen++
          const shares = series.map((one) => one.share)
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
          expect(shares.every((share, j) => share > 0 && share <= (shares[j - 1] ?? 1))).toBe(true)
        }
      }),
      { numRuns: 60, seed: 1 },
    )
    expect(seen).toBeGreaterThan(30)
  })
})
