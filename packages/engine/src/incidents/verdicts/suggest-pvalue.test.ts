import { describe, expect, it } from 'vitest'
import { suggestPvalue } from './suggest-pvalue.ts'
import type { LabelledPeriod } from './verdict.ts'

const labelled = (verdict: LabelledPeriod['verdict'], ...probabilities: number[]): LabelledPeriod[] =>
  probabilities.map((probability) => ({
    verdict,
    period: { start: 0, end: 1, val: 1, probability, kind: 'anomaly', series: [] },
  }))

describe('suggestPvalue', () => {
  it('by hand: four of five false alarms vanish before the first true anomaly would', () => {
    const verdicts = [...labelled('false', 5e-3, 2e-3, 2e-3, 1.1e-3, 1e-8), ...labelled('true', 1e-6)]
    const found = suggestPvalue(verdicts, 0.99)!
    expect(found).toMatchObject({ hides: 4, of: 5 })
    expect(found.pvalue).toBeCloseTo(0.999, 9)
  })

  it('hides no true anomaly', () => {
    const verdicts = [...labelled('false', 5e-3, 2e-3, 2e-3, 1e-3, 1e-4), ...labelled('true', 4e-3)]
    expect(suggestPvalue(verdicts, 0.99)).toBeUndefined()
  })

  it('says nothing on few verdicts', () => {
    expect(suggestPvalue(labelled('false', 5e-3, 5e-3, 5e-3, 5e-3), 0.99)).toBeUndefined()
    expect(suggestPvalue([], 0.99)).toBeUndefined()
  })

  it('refuses a pvalue that is none', () => {
    expect(() => suggestPvalue([], 1)).toThrow(RangeError)
  })
})
