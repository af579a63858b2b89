import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LabelledScores, RowSpan } from './labelled-series.ts'
import { NAB_PROFILES, type NabProfile, nabScore, nabScores } from './nab-score.ts'
import { probationRows } from './probation.ts'

const { standard, lowFP, lowFN } = NAB_PROFILES

/** A series with a row a minute whose scores are 0 but for those that are given by row. */
function series(rows: number, windows: RowSpan[], alarms: Record<number, number>): LabelledScores {
  const scores = Float64Array.from({ length: rows }, (_, row) => alarms[row] ?? 0)
  return { times: Float64Array.from({ length: rows }, (_, row) => row * 60_000), windows, scores }
}
const sigmoid = (y: number): number => 2 / (1 + Math.exp(5 * y)) - 1
const WINDOW = { from: 50, to: 59 }

describe('nabScore', () => {
  it('is 100 for an alarm at the beginning of every window and no other', () => {
    for (const profile of [standard, lowFP, lowFN]) {
      const got = nabScore([series(100, [WINDOW], { 50: 0.9 })], profile)
      expect(got).toMatchObject({ threshold: 0.9, windows: 1, windowsHit: 1, falseAlarms: 0, raw: 1 })
      expect(got.score).toBe(100)
    }
  })

  it('is 0 where never an alarm is best', () => {
    const got = nabScore([series(100, [WINDOW], { 20: 1, 30: 1, 40: 1 })], standard)
    expect(got).toMatchObject({ score: 0, threshold: Number.POSITIVE_INFINITY, windowsHit: 0, falseAlarms: 0 })
  })

  it('gives less for a later alarm, by the distance from the right edge', () => {
    const got = nabScore([series(100, [WINDOW], { 55: 1, 58: 1 })], standard)
    expect(got.raw).toBeCloseTo(sigmoid(-0.5) / sigmoid(-1), 12)
  })

  it('charges a false alarm in full before the first window and less soon after one', () => {
    const raw = (row: number, profile: NabProfile) =>
      nabScore([series(100, [WINDOW], { 50: 1, [row]: 1 })], profile, 1).raw
    expect(raw(30, standard)).toBeCloseTo(1 - 0.11, 12)
    expect(raw(30, lowFP)).toBeCloseTo(1 - 0.22, 12)
    expect(raw(62, standard)).toBeCloseTo(1 + 0.11 * sigmoid(3 / 9), 12)
    expect(raw(95, standard)).toBeCloseTo(1 - 0.11, 12)
  })

  it('charges two for a missed window where those are minded', () => {
    const two = [series(100, [WINDOW, { from: 80, to: 89 }], { 50: 1 })]
    expect(nabScore(two, standard).score).toBeCloseTo(50, 12)
    expect(nabScore(two, lowFN)).toMatchObject({ raw: -1, windowsHit: 1 })
  })

  it('leaves the first 15 % of the rows out, at most 750', () => {
    expect([probationRows(100), probationRows(4999), probationRows(10_000)]).toEqual([15, 749, 750])
    expect(nabScore([series(100, [WINDOW], { 3: 1, 14: 1, 50: 1 })], standard).falseAlarms).toBe(0)
    expect(nabScore([series(100, [WINDOW], { 15: 1, 50: 1 })], standard).falseAlarms).toBe(1)
  })

  it('chooses one threshold for all series', () => {
    const got = nabScore(
      [series(100, [WINDOW], { 50: 0.9, 30: 0.5 }), series(100, [{ from: 70, to: 79 }], { 70: 0.5 })],
      standard,
    )
    expect(got).toMatchObject({ threshold: 0.5, windows: 2, windowsHit: 2, falseAlarms: 1 })
    expect(got.raw).toBeCloseTo(2 - 0.11, 12)
  })

  it('answers for a threshold that is reported', () => {
    const one = [series(100, [WINDOW], { 30: 0.4, 50: 0.9 })]
    expect(nabScore(one, standard, 0.4)).toMatchObject({ threshold: 0.4, windowsHit: 1, falseAlarms: 1 })
    expect(nabScore(one, standard, 0.95)).toMatchObject({ score: 0, windowsHit: 0, falseAlarms: 0 })
  })

  it('does not take a gap for an alarm', () => {
    expect(nabScore([series(100, [WINDOW], { 30: Number.NaN, 50: 1 })], standard, 0).falseAlarms).toBe(74)
  })

  it('has no score without windows, but a cost', () => {
    expect(nabScore([series(100, [], { 50: 1 })], standard, 1)).toMatchObject({ score: undefined, raw: -0.11 })
    expect(nabScore([], standard)).toMatchObject({ score: undefined, raw: 0, windows: 0 })
  })

  it('agrees with trying every threshold', () => {
    fc.assert(
      fc.property(fc.array(someSeries, { minLength: 1, maxLength: 3 }), (corpus) => {
        for (const profile of [standard, lowFP, lowFN]) {
          const got = nabScore(corpus, profile)
          const tried = [Number.POSITIVE_INFINITY, ...corpus.flatMap(({ scores }) => Array.from(scores))]
          const best = Math.max(...tried.map((threshold) => nabScore(corpus, profile, threshold).raw))
          expect(got.raw).toBeCloseTo(best, 9)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('depends on the order of the scores alone, not on their size', () => {
    fc.assert(
      fc.property(someSeries, (one) => {
        const grown = { ...one, scores: Array.from(one.scores, (score) => 1000 + 3 * score ** 3) }
        expect(nabScore([grown], standard).score).toBe(nabScore([one], standard).score)
      }),
    )
  })

  it('gives all profiles at once', () => {
    fc.assert(
      fc.property(fc.array(someSeries, { maxLength: 2 }), (corpus) => {
        const [a, b, c] = [standard, lowFP, lowFN].map((profile) => nabScore(corpus, profile))
        expect(nabScores(corpus)).toEqual({ standard: a, lowFP: b, lowFN: c })
      }),
    )
  })

  it('does not depend on the order of the series', () => {
    fc.assert(
      fc.property(someSeries, someSeries, (a, b) => {
        expect(nabScore([b, a], lowFP).raw).toBeCloseTo(nabScore([a, b], lowFP).raw, 9)
      }),
    )
  })
})

const someSeries: fc.Arbitrary<LabelledScores> = fc
  .record({
    scores: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 10, maxLength: 60 }),
    cuts: fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { maxLength: 4 }),
  })
  .map(({ scores, cuts }) => {
    const edges = cuts.filter((cut) => cut < scores.length).sort((a, b) => a - b)
    const windows = edges.flatMap((from, k) =>
      k % 2 === 0 && k + 1 < edges.length ? [{ from, to: edges[k + 1]! }] : [],
    )
    return { scores, windows, times: Float64Array.from(scores, (_, row) => row) }
  })
