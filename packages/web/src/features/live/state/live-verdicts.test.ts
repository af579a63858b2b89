import type { LiveAnalysis, Period } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { faultSince, liveSample } from '../../../testing/live-samples.ts'
import { withDecisionsOf, withVerdictsOf } from './live-verdicts.ts'

const found = faultSince(1000, 9000)
const analysis = (given: Partial<Period> = {}): LiveAnalysis =>
  liveSample({ from: 0, to: 9000, found: { ...found, periods: found.periods.map((one) => ({ ...one, ...given })) } })
const MARKED = { verdict: 'false', verdictNote: 'a drill', verdictBy: 'ada', verdictAt: 5 } as const

describe('withVerdictsOf', () => {
  it('brings a verdict given since, and leaves everything else as it was', () => {
    const shown = analysis()
    const now = withVerdictsOf(shown, analysis({ ...MARKED, val: 9 }))
    expect(now).toEqual({ ...shown, periods: [{ ...shown.periods[0], ...MARKED }] })
  })

  it('brings another note, and takes away one that is gone', () => {
    const shown = analysis(MARKED)
    const { verdictNote: _, ...noted } = { ...MARKED, verdictAt: 6 }
    expect(withVerdictsOf(shown, analysis(noted)).periods[0]).not.toHaveProperty('verdictNote')
  })

  it('is the same where nothing has changed, and where a finding is gone', () => {
    const shown = analysis(MARKED)
    expect(withVerdictsOf(shown, analysis(MARKED))).toBe(shown)
    expect(withVerdictsOf(shown, { ...analysis(), periods: [] })).toBe(shown)
  })
})

describe('withDecisionsOf', () => {
  const decided = (decision: 'acknowledged' | null): LiveAnalysis => {
    const shown = analysis()
    return { ...shown, incidents: shown.incidents.map((one) => ({ ...one, decision })) }
  }

  it('brings what was decided since, and what was taken back', () => {
    expect(withDecisionsOf(decided(null), decided('acknowledged'))).toEqual(decided('acknowledged'))
    expect(withDecisionsOf(decided('acknowledged'), decided(null))).toEqual(decided(null))
  })

  it('is the same where nothing was decided, and where an incident is gone', () => {
    const shown = decided('acknowledged')
    expect(withDecisionsOf(shown, decided('acknowledged'))).toBe(shown)
    expect(withDecisionsOf(shown, { ...analysis(), incidents: [] })).toBe(shown)
  })
})
