import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bySeverity, DOWN, type SeverityFacts, severity, severityOfVal } from './severity.ts'

const THRESHOLD: SeverityFacts = {
  probability: 0.01,
  threshold: 0.01,
  spreads: 4,
  rangeShare: 0,
  rows: 5,
  cvalue: 5,
  moved: 1,
}

describe('severity', () => {
  it('is 1 to 10 for ratios that are infinite, or none', () => {
    const facts = { probability: 1e-30, threshold: 0.01, rows: 9, cvalue: 5, moved: 2 }
    for (const spreads of [Number.POSITIVE_INFINITY, Number.NaN, 0])
      for (const rangeShare of [Number.POSITIVE_INFINITY, Number.NaN, 0]) {
        const value = severity({ ...facts, spreads, rangeShare })
        expect(value >= 1 && value <= 10).toBe(true)
      }
  })

  it('is 1 at the threshold', () => {
    expect(severity(THRESHOLD)).toBe(1)
    expect(severity({ ...THRESHOLD, threshold: 1, probability: 1 })).toBe(1)
  })

  it('is about 10 for an outage of a service, and never more', () => {
    const outage = { ...THRESHOLD, probability: 1e-30, spreads: 20, rangeShare: 1, rows: 60, moved: 8 }
    expect(severity(outage)).toBeGreaterThan(9.5)
    expect(severity({ ...outage, spreads: 1e12, rangeShare: 1e9, rows: 1e9, moved: 1e9 })).toBeCloseTo(10, 4)
  })

  it('counts what is not known as nothing, and no spread as far', () => {
    expect(severity({ ...THRESHOLD, spreads: Number.NaN, rangeShare: Number.NaN })).toBe(1)
    expect(severity({ ...THRESHOLD, spreads: Number.POSITIVE_INFINITY })).toBeGreaterThan(5)
  })

  it('does not put 82.8 spreads before a thousand', () => {
    const far = { ...THRESHOLD, rangeShare: 1, rows: 14, moved: 2 }
    const near = severity({ ...far, spreads: 82.8, probability: 1e-30 })
    expect(severity({ ...far, spreads: 1_000, probability: 8.5e-11 })).toBeGreaterThan(near)
  })

  it('never falls when a period is less probable, further, longer or broader', () => {
    const facts = fc.record({
      probability: fc.double({ min: 1e-30, max: 0.5, noNaN: true }),
      threshold: fc.constantFrom(0.5, 0.01, 1e-4),
      spreads: fc.double({ min: 0, max: 1e6, noNaN: true }),
      rangeShare: fc.double({ min: 0, max: 100, noNaN: true }),
      rows: fc.integer({ min: 1, max: 100_000 }),
      cvalue: fc.integer({ min: 1, max: 50 }),
      moved: fc.integer({ min: 0, max: 1_000 }),
    })
    fc.assert(
      fc.property(facts, fc.double({ min: 1, max: 1e6, noNaN: true }), (one, times) => {
        const worse: Partial<SeverityFacts>[] = [
          { probability: one.probability / times },
          { spreads: one.spreads * times },
          { rangeShare: one.rangeShare * times },
          { rows: one.rows * times },
          { moved: one.moved * times },
        ]
        const before = severity(one)
        expect(before).toBeGreaterThanOrEqual(1)
        expect(before).toBeLessThanOrEqual(10 + 1e-9)
        for (const change of worse) expect(severity({ ...one, ...change })).toBeGreaterThanOrEqual(before)
      }),
    )
  })
})

describe('severityOfVal', () => {
  it('takes an instance that is down for a 10, and for the worst of these', () => {
    expect([DOWN, -3.14, 9.8, -10].map(severityOfVal)).toEqual([10, 3.14, 9.8, 10])
    expect([{ val: 9.9 }, { val: -10 }, { val: DOWN }].sort(bySeverity)[0]).toEqual({ val: DOWN })
  })
})
