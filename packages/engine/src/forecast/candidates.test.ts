import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulateHours } from '../testing/simulate-season.ts'
import { calendarSeasons } from './calendar-seasons.ts'
import type { Candidate, History } from './candidate.ts'
import { cleanHistory } from './clean-history.ts'
import { listCandidates } from './forecast.ts'
import { holtWinters } from './holt-winters.ts'
import { mstlCandidate, seasonFits } from './mstl-candidate.ts'
import { lastMedian, lastValue, seasonalMedian, seasonalNaive } from './naive-candidates.ts'
import { lineAhead } from './trend-candidate.ts'

const HOUR = 3_600_000

function historyOf(values: Float64Array, horizon = 6): History {
  return { ...cleanHistory(values, values.length >= 48 ? 24 : 0), seasons: calendarSeasons(values, HOUR, horizon) }
}

function ahead(candidate: Candidate, values: Float64Array, horizon: number): number[] {
  return [...candidate.forecast(historyOf(values), [values.length], horizon)[0]!]
}

const eight = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 9)

describe('naive candidates', () => {
  it('repeat the last value, the last period, or a median', () => {
    expect(ahead(lastValue, eight, 2)).toEqual([9, 9])
    expect(ahead(seasonalNaive('day', 3), eight, 4)).toEqual([6, 7, 9, 6])
    expect(ahead(lastMedian('median-day', 4), eight, 1)).toEqual([6.5])
    expect(ahead(seasonalMedian('days', 2, 3), eight, 3)).toEqual([5, 6, 5])
  })

  it('repeat a day without its incident', () => {
    const days = Float64Array.from({ length: 240 }, (_, k) => 10 * Math.sin((k * Math.PI) / 12) + 0.2 * (k % 5))
    const failed = days.map((value, k) => (k >= 222 && k < 228 ? value + 80 : value))
    const again = ahead(seasonalNaive('day', 24), failed, 24)
    expect(Math.max(...again.map((value, step) => Math.abs(value - days[216 + step]!)))).toBeLessThan(1)
  })
})

describe('lastMedian', () => {
  const waves = Float64Array.from({ length: 48 }, (_, k) => (k % 5) + (k === 20 ? 90 : 0))
  const jumped = waves.map((value, k) => value + (k >= 43 ? 10 : 0))

  it('forgets what was before a jump, also where a spike came before it', () => {
    expect(ahead(lastMedian('median-day', 48), waves, 1)).toEqual([2])
    expect(ahead(lastMedian('median-day', 48), jumped, 1)).toEqual([12])
    const fallen = jumped.map((value) => -value)
    expect(ahead(lastMedian('median-day', 48), fallen, 1)).toEqual([-12])
  })

  it('does not take the last few values for a jump', () => {
    expect(ahead(lastMedian('median-day', 48), jumped.subarray(0, 46), 1)).toEqual([2])
  })
})

describe('lineAhead', () => {
  it('goes on along a line, and is not turned by an outlier', () => {
    const line = Float64Array.from({ length: 100 }, (_, k) => 2 * k)
    line[70] = 5000
    const [first, second] = ahead(lineAhead, line, 2)
    expect(first).toBeCloseTo(200, 6)
    expect(second).toBeCloseTo(202, 6)
  })
})

describe('holtWinters', () => {
  it('by hand: level and season after one more value', () => {
    // first period 1, 3: level 2, season -1, +1, usual error 1. Value 2 at phase 0: raw error 1 = 2 - (2 - 1), below 2.5
    // level 2 + 0.5 = 2.5; season -1 + 0.4 * 0.5 * 1 = -0.8; next phase 1: 2.5 + 1, then 2.5 - 0.8
    const rates = { level: 0.5, trend: 0, season: 0.4, damping: 1 }
    const history = { ...historyOf(eight), cleaned: Float64Array.of(1, 3, 2) }
    const [said] = holtWinters('holt-winters', 2, rates).forecast(history, [3], 2)
    expect(said![0]).toBeCloseTo(3.5, 12)
    expect(said![1]).toBeCloseTo(1.7, 12)
  })
})

describe('mstlCandidate', () => {
  it('forecasts a season on a level', () => {
    const { values } = simulateHours(14, 1, 0.1)
    const said = ahead(mstlCandidate('mstl-ets', seasonFits([24]), 24, 'ets'), values.subarray(0, 312), 24)
    for (const [step, value] of said.entries()) expect(Math.abs(value - values[312 + step]!)).toBeLessThan(1)
  })

  it('goes back to the level of the last day when damped', () => {
    const { values } = simulateHours(21, 2, 1)
    for (let k = 498; k < 504; k++) values[k]! += 20
    const history = { ...historyOf(values), cleaned: values }
    const [quick] = mstlCandidate('mstl-ets', seasonFits([24]), 24, 'ets').forecast(history, [504], 24)
    const [damped] = mstlCandidate('mstl-damped', seasonFits([24]), 24, 'damped').forecast(history, [504], 24)
    expect(damped![23]).toBeLessThan(quick![23]! + 1e-9)
  })
})

describe('seasonFits', () => {
  it('keeps the fits of a history for all candidates, and those of no other history', () => {
    const fits = seasonFits([24])
    const { values } = simulateHours(14, 1, 0.1)
    const doubled = values.map((value) => 2 * value)
    const first = fits(values, 240)
    expect(fits(values, 240)).toBe(first)
    expect(fits(doubled, 240).ahead(240)).toBeCloseTo(2 * first.ahead(240), 9)
    expect(fits(values, 240).ahead(240)).toBe(first.ahead(240))
  })
})

describe('every candidate', () => {
  it('looks at nothing from its origin on', () => {
    const { values } = simulateHours(40, 9, 2, 8)
    const history = historyOf(values)
    const candidates = listCandidates(history.seasons)
    expect(candidates.length).toBeGreaterThan(10)
    const origins = [400, 500, 640]
    const before = candidates.map((candidate) => candidate.forecast(history, origins, 12))
    const future = (part: Float64Array) => part.map((value, k) => (k >= 500 ? -1000 : value))
    const changed = { ...history, filled: future(history.filled), cleaned: future(history.cleaned) }
    for (const [c, candidate] of candidates.entries()) {
      const after = candidate.forecast(changed, origins, 12)
      expect(after[0], candidate.name).toEqual(before[c]![0])
      expect(after[1], candidate.name).toEqual(before[c]![1])
    }
  })

  it('follows a shift and a change of unit', () => {
    const { values } = simulateHours(40, 9, 2, 8)
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 100 }), (shift, unit) => {
        const moved = values.map((value) => unit * value + shift)
        for (const candidate of listCandidates(historyOf(values).seasons)) {
          const said = ahead(candidate, values, 5)
          for (const [step, value] of ahead(candidate, moved, 5).entries())
            expect(Math.abs(value - (unit * said[step]! + shift)), candidate.name).toBeLessThan(1e-6 * unit)
        }
      }),
      { numRuns: 5 },
    )
  })
})

describe('calendarSeasons', () => {
  it('allows the seasons that the history is long enough for', () => {
    const seasons = (days: number) => calendarSeasons(new Float64Array(24 * days), HOUR, 12)
    expect(seasons(2)).toMatchObject({ day: 0, week: 0 })
    expect(seasons(4)).toMatchObject({ day: 24, week: 0 })
    expect(seasons(10)).toMatchObject({ day: 24, week: 168, hasWeeks: false })
    expect(seasons(30)).toMatchObject({ day: 24, week: 168, hasWeeks: true, firstOrigin: 336 })
  })

  it('allows a day where two of them come before the first origin, however far ahead it looks', () => {
    const seasons = (hours: number, horizon: number) => calendarSeasons(new Float64Array(hours), HOUR, horizon)
    expect(seasons(154, 72)).toMatchObject({ day: 24, week: 0, firstOrigin: 61 })
    expect(seasons(72, 30)).toMatchObject({ day: 0 })
  })

  it('has no season where a step does not divide it', () => {
    expect(calendarSeasons(new Float64Array(5000), 7 * 60_000 + 1, 12)).toMatchObject({ hour: 0, day: 0, week: 0 })
  })

  it('finds an hour in what comes every hour, and none in noise', () => {
    const minutes = Float64Array.from({ length: 1000 }, (_, k) => (k % 60 < 5 ? 50 : 10) + (k % 7))
    expect(calendarSeasons(minutes, 60_000, 30).hour).toBe(60)
    expect(
      calendarSeasons(
        simulateHours(40, 8, 5).values.map((v, k) => v * Math.sin(k * k)),
        60_000,
        30,
      ).hour,
    ).toBe(0)
  })
})
