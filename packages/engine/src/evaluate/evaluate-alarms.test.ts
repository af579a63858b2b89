import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateAlarms, evaluateWindows } from './evaluate-alarms.ts'
import type { RowSpan } from './labelled-series.ts'

const HOUR = 3_600_000
const hourly = (rows: number): Float64Array => Float64Array.from({ length: rows }, (_, row) => row * HOUR)
const scored = (rows: number, windows: RowSpan[], alarms: readonly number[]) => ({
  times: hourly(rows),
  windows,
  scores: Float64Array.from({ length: rows }, (_, row) => (alarms.includes(row) ? 0.5 : 0)),
})

describe('evaluateWindows', () => {
  it('counts windows hit, false alarms and how long it took', () => {
    const windows = [
      { from: 40, to: 49 },
      { from: 70, to: 79 },
      { from: 90, to: 94 },
    ]
    const got = evaluateWindows([scored(100, windows, [42, 43, 60, 61, 65, 79])], 0.5)
    expect(got).toEqual({
      windows: 3,
      windowsHit: 2,
      falseAlarms: 3,
      falseRuns: 2,
      days: 84 / 24,
      precision: 2 / 5,
      recall: 2 / 3,
      f1: 1 / 2,
      falseAlarmsPerDay: 3 / (84 / 24),
      delayMs: 5.5 * HOUR,
      flaggedOutside: 3 / (85 - 25),
    })
  })

  it('leaves out the beginning of a series, and a window that lies in it', () => {
    const got = evaluateWindows(
      [
        scored(
          100,
          [
            { from: 2, to: 9 },
            { from: 12, to: 30 },
          ],
          [0, 5, 14, 20],
        ),
      ],
      0.5,
    )
    expect(got).toMatchObject({ windows: 1, windowsHit: 1, falseAlarms: 0, delayMs: 8 * HOUR })
  })

  it('takes the median delay over all windows of all series', () => {
    const one = (alarm: number) => scored(100, [{ from: 40, to: 60 }], [alarm])
    expect(evaluateWindows([one(41), one(44), one(58)], 0.5).delayMs).toBe(4 * HOUR)
  })

  it('says nothing of shares of nothing', () => {
    expect(evaluateWindows([scored(100, [], [])], 0.5)).toMatchObject({
      precision: undefined,
      recall: undefined,
      f1: undefined,
      falseAlarmsPerDay: 0,
      delayMs: undefined,
    })
    expect(evaluateWindows([scored(100, [{ from: 40, to: 41 }], [])], 0.5)).toMatchObject({ recall: 0, f1: 0 })
    expect(evaluateWindows([scored(1, [], [])], 0.5).falseAlarmsPerDay).toBeUndefined()
    expect(evaluateWindows([], 0.5)).toMatchObject({ windows: 0, days: 0 })
  })

  it('counts no time while nothing was measured, nor where times go back', () => {
    const times = Float64Array.from([0, 1, 2, 3, 1000, 1001, 1002, 999, 1000, 1001], (hours) => hours * HOUR)
    expect(evaluateWindows([{ times, windows: [], scores: times.map(() => 0) }], 0.5).days).toBeCloseTo(6 / 24, 12)
  })

  it('counts the time between rows a week apart', () => {
    const times = Float64Array.from({ length: 8 }, (_, row) => row * 168 * HOUR)
    expect(evaluateWindows([{ times, windows: [], scores: times.map(() => 0) }], 0.5).days).toBe(6 * 7)
  })

  it('does not depend on when a series began, nor on the order of the series', () => {
    fc.assert(
      fc.property(someScores, someScores, fc.integer({ min: -1e6, max: 1e6 }), (a, b, hours) => {
        const shifted = { ...a, times: a.times.map((time) => time + hours * HOUR) }
        const { f1, ...rest } = evaluateWindows([a, b], 0.5)
        expect(evaluateWindows([b, shifted], 0.5)).toEqual({ ...rest, f1, days: expect.closeTo(rest.days, 9) })
      }),
    )
  })

  it('takes a gap neither for an alarm nor for a reason to stop', () => {
    fc.assert(
      fc.property(someScores, fc.nat(19), (one, row) => {
        const gap = Float64Array.from(one.scores, (score, k) => (k === row ? Number.NaN : score))
        const quiet = Float64Array.from(one.scores, (score, k) => (k === row ? 0 : score))
        expect(evaluateWindows([{ ...one, scores: gap }], 0.5)).toEqual(
          evaluateWindows([{ ...one, scores: quiet }], 0.5),
        )
      }),
    )
  })

  it('refuses a threshold that is not a number', () => {
    expect(() => evaluateWindows([], Number.NaN)).toThrow(RangeError)
  })

  it('finds no fewer windows and no fewer false alarms at a lower threshold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 80 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (scores, a, b) => {
          const one = { times: hourly(scores.length), scores, windows: [{ from: 8, to: 12 }] }
          const strict = evaluateWindows([one], Math.max(a, b))
          const loose = evaluateWindows([one], Math.min(a, b))
          expect(loose.windowsHit).toBeGreaterThanOrEqual(strict.windowsHit)
          expect(loose.falseAlarms).toBeGreaterThanOrEqual(strict.falseAlarms)
          expect(loose.falseRuns).toBeLessThanOrEqual(loose.falseAlarms)
        },
      ),
    )
  })
})

describe('evaluateAlarms', () => {
  const of = (alarms: readonly [from: number, to: number, reportedRow: number][], evaluatedFrom = 0) =>
    evaluateAlarms([
      {
        times: hourly(100),
        evaluatedFrom,
        windows: [{ from: 50, to: 59 }],
        alarms: alarms.map(([from, to, reportedRow]) => ({ from, to, reportedRow })),
      },
    ])

  it('lets an alarm hit every window that it touches, at the moment it could be reported', () => {
    expect(of([[55, 70, 57]])).toMatchObject({ windowsHit: 1, falseAlarms: 0, delayMs: 7 * HOUR })
    expect(of([[40, 50, 44]])).toMatchObject({ windowsHit: 1, delayMs: 0 })
    expect(of([[60, 70, 62]])).toMatchObject({ windowsHit: 0, falseAlarms: 1 })
  })

  it('tells how much of what is normal the alarms cover', () => {
    expect(
      of(
        [
          [40, 69, 44],
          [80, 84, 84],
        ],
        20,
      ),
    ).toMatchObject({ flaggedOutside: 25 / 70 })
    expect(of([], 100).flaggedOutside).toBeUndefined()
  })

  it('does not evaluate what ended before', () => {
    expect(
      of(
        [
          [10, 20, 14],
          [25, 35, 29],
        ],
        30,
      ),
    ).toMatchObject({ falseAlarms: 1, days: 69 / 24 })
    expect(of([[52, 54, 53]], 60)).toMatchObject({ windows: 0, windowsHit: 0, falseAlarms: 0 })
  })
})

const someScores = fc.array(fc.constantFrom(0, 0.4, 0.5, 1), { minLength: 20, maxLength: 60 }).map((scores) => ({
  scores,
  times: hourly(scores.length),
  windows: [
    { from: 8, to: 12 },
    { from: 16, to: 17 },
  ],
}))
