import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../stats/random.ts'
import { createRecalibration } from './recalibration.ts'

/** The share of `count` rows that fall below `limit` once adjusted; `draw` gives what the model said. */
function flagged(draw: () => number, count: number, limit: number, rows = 4_000): number {
  const recalibration = createRecalibration(rows)
  let below = 0
  for (let k = 0; k < count; k++) if (recalibration.adjust(draw()) < limit) below++
  return below / count
}

describe('createRecalibration', () => {
  it('begins with the tail of the training, a little longer', () => {
    expect(createRecalibration(10_000).adjust(0.1)).toBeCloseTo(0.1, 12)
    expect(createRecalibration(10_000).adjust(0.55)).toBeCloseTo(0.55, 12)
    // a mean of 1.2 + 5 / √10,000: 0.1 e^(-ln(10) / 1.25)
    expect(createRecalibration(10_000).adjust(0.01)).toBeCloseTo(0.1 * 0.1 ** (1 / 1.25), 12)
  })

  it('learns a lone row when the run is over, three rows later', () => {
    const recalibration = createRecalibration(4_000)
    recalibration.adjust(0.01)
    for (let k = 0; k < 3; k++) expect(recalibration.adjust(0.5)).toBeCloseTo(0.5, 12)
    // 41 of 404 rows anomalous now
    expect(recalibration.adjust(0.1)).toBeCloseTo(41 / 404, 3)
  })

  it.each([0.05, 0.02, 0.01, 0.005])('keeps a share of %d within 30 % where the model was right', (limit) => {
    const random = createRandom(7)
    const share = flagged(() => random(), 40_000, limit)
    expect(share / limit).toBeGreaterThan(0.7)
    expect(share / limit).toBeLessThan(1.3)
  })

  it('brings the share back to within a factor of two where the model is far too sure, or too cautious', () => {
    for (const power of [2, 1.5, 0.7]) {
      const random = createRandom(8)
      const share = flagged(() => random() ** power, 40_000, 0.01)
      expect(share).toBeGreaterThan(0.005)
      expect(share).toBeLessThan(0.02)
    }
  })

  it('does not let a fault dull itself', () => {
    const recalibration = createRecalibration(1_000)
    const first = recalibration.adjust(1e-6)
    for (let k = 0; k < 500; k++) expect(recalibration.adjust(1e-6)).toBe(first)
  })

  it('takes a run for normal after so many rows where reported to', () => {
    const recalibration = createRecalibration(1_000, 60)
    const first = recalibration.adjust(1e-4)
    for (let k = 1; k < 60; k++) expect(recalibration.adjust(1e-4)).toBe(first)
    for (let k = 0; k < 240; k++) recalibration.adjust(1e-4)
    expect(recalibration.adjust(1e-4)).toBeGreaterThan(0.01)
  })

  it('tells what is no matter of calibration as the model does, and learns nothing from it', () => {
    const recalibration = createRecalibration(1_000)
    const before = createRecalibration(1_000).adjust(0.001)
    for (let k = 0; k < 30; k++) expect(recalibration.adjust(1e-30)).toBe(1e-30)
    for (let k = 0; k < 3; k++) recalibration.adjust(0.5)
    expect(recalibration.adjust(0.001)).toBeCloseTo(before, 4)
  })

  it('gives a probability that falls with the one reported, and NaN for a gap that teaches nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.double({ min: 1e-30, max: 1, noNaN: true }), fc.constant(Number.NaN)), { maxLength: 60 }),
        fc.double({ min: 1e-30, max: 1, noNaN: true }),
        fc.double({ min: 1e-30, max: 1, noNaN: true }),
        (past, a, b) => {
          const [one, two] = [0, 1].map(() => createRecalibration(300))
          for (const p of past) {
            const adjusted = one!.adjust(p)
            expect(Number.isNaN(adjusted)).toBe(Number.isNaN(p))
            if (!Number.isNaN(p)) two!.adjust(p)
          }
          const [low, high] = [one!.adjust(Math.min(a, b)), two!.adjust(Math.max(a, b))]
          expect(low).toBeGreaterThan(0)
          expect(low).toBeLessThanOrEqual(high)
          expect(high).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
