import { describe, expect, it } from 'vitest'
import { type Evidence, score } from './score-cause.ts'

const PLAIN: Evidence = {
  deviation: 8,
  persistence: 1,
  instanceBehindMs: 0,
  behindInstanceMs: 0,
  stepMs: 10_000,
  moved: 1,
  of: 6,
  hits: 0,
  incidents: 0,
  series: 30,
  change: 0,
  periodShare: 0,
  isExplained: false,
}

describe('score', () => {
  it('counts a lag by rows where these are far apart: one row of five minutes as much as one of one minute', () => {
    const loss = (stepMs: number) => score({ ...PLAIN, stepMs }) - score({ ...PLAIN, stepMs, behindInstanceMs: stepMs })
    expect(loss(300_000)).toBeCloseTo(loss(60_000), 9)
    expect(loss(300_000)).toBeLessThan(1)
  })

  it('never prefers what moved an hour later, however far it went', () => {
    expect(score({ ...PLAIN, deviation: 1_000, instanceBehindMs: 3_600_000 })).toBeLessThan(score(PLAIN))
  })
})
