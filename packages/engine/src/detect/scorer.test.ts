import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sliceFrame } from '../series/frame.ts'
import { type ColumnKind, changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import { createScorer } from './scorer.ts'

declare function structuredClone<T>(value: T): T

const KINDS: ColumnKind[] = ['noise', 'slow', 'drift', 'shared', 'shared']
const frame = simulateFrame(KINDS, 900, 9)
const model = train(sliceFrame(frame, 0, 500), { modelType: 'Hybrid' })

describe('createScorer', () => {
  it('gives the same scores however the frame is cut', () => {
    const whole = createScorer(model).push(frame)
    const scorer = createScorer(model)
    const parts = [0, 1, 7, 300, 512, 900].map((to, k, cuts) => scorer.push(sliceFrame(frame, cuts[k - 1] ?? 0, to)))
    expect(parts.flatMap((part) => [...part.probability])).toEqual([...whole.probability])
    expect(parts.flatMap((part) => [...part.expectedHigh[2]!])).toEqual([...whole.expectedHigh[2]!])
  })

  it('goes on from a saved state as if nothing had happened', () => {
    const gap = changeRows(
      changeRows(frame, 1, 620, 660, (x) => x + 50),
      2,
      700,
      705,
      () => Number.NaN,
    )
    for (const modelType of ['Hybrid', 'HolisticCP'] as const) {
      const trained = train(sliceFrame(gap, 0, 500), { modelType })
      const later = sliceFrame(gap, 500, 900)
      const whole = createScorer(trained).push(later)
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 400 }), (at) => {
          const first = createScorer(trained)
          first.push(sliceFrame(later, 0, at))
          const rest = createScorer(trained, structuredClone(first.save())).push(sliceFrame(later, at, 400))
          expect(rest.probability).toEqual(whole.probability.slice(at))
          expect(rest.expectedLow).toEqual(whole.expectedLow.map((column) => column.slice(at)))
        }),
        { numRuns: 15, examples: [[0], [125], [203]] },
      )
    }
  })

  it('does not look ahead', () => {
    const later = changeRows(frame, 1, 600, 900, () => 1e6)
    const one = createScorer(model).push(frame).probability.subarray(0, 600)
    expect(createScorer(model).push(later).probability.subarray(0, 600)).toEqual(one)
  })

  it('gives NaN where nothing was observed and goes on after it', () => {
    const gap = frame.columns.reduce((f, _, j) => changeRows(f, j, 700, 705, () => Number.NaN), frame)
    const scored = createScorer(model).push(gap)
    for (let row = 700; row < 705; row++) {
      expect(scored.probability[row]).toBeNaN()
      expect(scored.direction[row]).toBe(0)
      expect(scored.seriesProbability[0]![row]).toBeNaN()
      expect(scored.expectedLow[0]![row]).not.toBeNaN()
    }
    expect(scored.probability[705]).toBeGreaterThan(1e-4)
  })

  it('is not alarmed by one column missing', () => {
    const partly = changeRows(frame, 3, 500, 900, () => Number.NaN)
    const flagged = createScorer(model)
      .push(partly)
      .probability.subarray(500)
      .filter((p) => p < 0.01).length
    expect(flagged).toBeLessThan(20)
  })

  it('keeps its alarms few while a column drifts on', () => {
    const flagged = createScorer(model)
      .push(sliceFrame(frame, 500, 900))
      .probability.filter((p) => p < 0.01).length
    expect(flagged).toBeLessThan(20)
  })

  it('sees a fault in every row of it', () => {
    const faulty = changeRows(frame, 0, 700, 710, (x) => x + 60)
    const { probability, direction, seriesSide } = createScorer(model).push(faulty)
    for (let row = 701; row < 710; row++) {
      expect(probability[row]).toBeLessThan(1e-4)
      expect([direction[row], seriesSide[0]![row]]).toEqual([1, 1])
    }
    expect(probability[711]).toBeGreaterThan(0.01)
  })

  it('expects a range that normal values keep to', () => {
    const { expectedLow, expectedHigh } = createScorer(model).push(frame)
    for (const [j, column] of frame.columns.entries()) {
      const outside = column.filter((x, row) => x < expectedLow[j]![row]! || x > expectedHigh[j]![row]!).length
      expect(outside / column.length).toBeLessThan(0.03)
    }
  })

  it('refuses another number of columns', () => {
    expect(() => createScorer(model).push(simulateFrame(['noise'], 5, 1))).toThrow(RangeError)
  })
})
