import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { checkRollout } from './check-rollout.ts'
import type { RolloutOptions } from './rollout.ts'

const MINUTE = 60_000
const DAY = 1440
const START = Date.UTC(2026, 0, 5)

type Column = { name: string; after?: (value: number) => number; season?: number }

/** Columns at 20 with first-order noise of one deviation, changed from row `at` on. */
function simulate(columns: readonly Column[], rows: number, at: number, seed: number, memory = 0.8): Frame {
  const random = createRandom(seed)
  const times = Float64Array.from({ length: rows }, (_, row) => START + row * MINUTE)
  return {
    times,
    stepMs: MINUTE,
    series: columns.map(({ name }) => parseSeriesName(name)),
    columns: columns.map(({ after, season = 0 }) => {
      let state = normal(random)
      return times.map((_, row) => {
        state = memory * state + Math.sqrt(1 - memory * memory) * normal(random)
        const value = 20 + state + season * Math.sin((2 * Math.PI * row) / DAY)
        return row >= at && after !== undefined ? after(value) : value
      })
    }),
  }
}

const atRow = (row: number, rest: Partial<RolloutOptions> = {}): RolloutOptions => ({
  at: START + row * MINUTE,
  ...rest,
})
const sliceColumns = (frame: Frame, count: number): Frame => ({
  ...frame,
  series: frame.series.slice(0, count),
  columns: frame.columns.slice(0, count),
})
const up = (value: number) => value + 1.5

describe('checkRollout', () => {
  it('says worse, better or changed by the side and the name', () => {
    const verdicts = ['latency', 'success_rate', 'requests'].map((metric) => {
      const frame = simulate([{ name: `${metric}[a]`, after: up }], 720, 360, 1)
      return checkRollout(frame, atRow(360)).verdict
    })
    expect(verdicts).toEqual(['worse', 'better', 'changed'])
  })

  it('lets the caller say which side is bad', () => {
    const frame = simulate([{ name: 'requests[a]', after: up }], 720, 360, 1)
    expect(checkRollout(frame, atRow(360, { regressionDirections: { requests: 'up' } })).verdict).toBe('worse')
  })

  it('gives the shift with an interval around it, and the two tests, as reasons', () => {
    const frame = simulate([{ name: 'latency[a]', after: up }], 1440, 720, 2)
    const [finding] = checkRollout(frame, atRow(720)).findings
    expect(finding!.shift.low).toBeLessThan(1.5)
    expect(finding!.shift.high).toBeGreaterThan(1.5)
    expect(finding!.shift.low).toBeGreaterThan(0)
    expect(finding!.rank.delta).toBeGreaterThan(0.4)
    expect(finding!.distribution.distance).toBeGreaterThan(0.3)
    expect(finding!.relative).toBeCloseTo(finding!.shift.shift / finding!.before, 12)
    expect(finding!.effective.before).toBeLessThan(720 / 5)
  })

  it('says no change where there is none, in at least 95 of 100', () => {
    let wrong = 0
    for (let seed = 1; seed <= 100; seed++) {
      const { verdict } = checkRollout(simulate([{ name: 'latency[a]' }], 720, 360, seed), atRow(360))
      if (verdict !== 'no-change') wrong++
    }
    expect(wrong).toBeLessThanOrEqual(5)
  })

  it('finds one changed metric among twenty and accuses no other', () => {
    const columns = Array.from({ length: 20 }, (_, k) => ({
      name: `latency_${k}[a]`,
      ...(k === 7 ? { after: up } : {}),
    }))
    const { findings, verdict } = checkRollout(simulate(columns, 1440, 720, 4), atRow(720))
    expect(verdict).toBe('worse')
    expect(findings.filter((finding) => finding.verdict === 'worse').map((finding) => finding.metric)).toEqual([
      'latency_7',
    ])
    expect(findings).toHaveLength(20)
  })

  it('sees a change of spread without a shift', () => {
    const wide = (value: number) => 20 + 4 * (value - 20)
    const frame = simulate([{ name: 'latency[a]', after: wide }], 2880, 1440, 5, 0.3)
    expect(checkRollout(frame, atRow(1440)).verdict).toBe('changed')
  })

  it('takes away what control instances did, and their rhythm', () => {
    const all = ['a', 'b', 'c'].map((name) => ({ name: `latency[${name}]`, after: (v: number) => v + 5, season: 10 }))
    const options = atRow(DAY, { instances: ['a'] })
    const same = checkRollout(simulate(all, DAY + 360, DAY, 6), options)
    expect(same.findings[0]).toMatchObject({
      verdict: 'no-change',
      control: 'instances',
      controls: ['latency[b]', 'latency[c]'],
    })
    const [first, ...rest] = all
    const more = [{ ...first!, after: (v: number) => v + 7 }, ...rest]
    expect(checkRollout(simulate(more, DAY + 360, DAY, 6), options).verdict).toBe('worse')
  })

  it('takes away the same hours of earlier weeks, or of earlier days', () => {
    const column = { name: 'latency[a]', season: 10 }
    const weeks = simulate([column], 15 * DAY + 300, 0, 7)
    expect(checkRollout(weeks, atRow(15 * DAY)).findings[0]).toMatchObject({ verdict: 'no-change', control: 'weeks' })
    const days = simulate([column], 4 * DAY + 300, 0, 8)
    expect(checkRollout(days, atRow(4 * DAY)).findings[0]).toMatchObject({ verdict: 'no-change', control: 'days' })
    const shifted = simulate([{ ...column, after: (v) => v + 3 }], 4 * DAY + 300, 4 * DAY, 8)
    expect(checkRollout(shifted, atRow(4 * DAY)).verdict).toBe('worse')
  })

  it('takes no more earlier weeks or days than it is reported', () => {
    const days = simulate([{ name: 'latency[a]', season: 10 }], 4 * DAY + 300, 0, 8)
    const controlOf = (earlierWeeks: number) =>
      checkRollout(days, atRow(4 * DAY, { earlierWeeks })).findings[0]!.control
    expect([0, 1, 9].map(controlOf)).toEqual(['none', 'days', 'days'])
  })

  it('says that a rhythm without controls leaves too little to evaluate by', () => {
    const frame = simulate([{ name: 'latency[a]', season: 10 }], DAY, 0, 9)
    expect(checkRollout(frame, atRow(DAY / 2)).verdict).toBe('insufficient')
  })

  it('does not take a trend for what the rollout did, unless others do not have it', () => {
    const frame = simulate([{ name: 'latency[a]' }, { name: 'latency[b]' }], 720, 360, 12)
    const rising = (rise: (row: number) => number) => ({
      ...frame,
      columns: frame.columns.map((values, k) => (k === 0 ? values.map((value, row) => value + rise(row)) : values)),
    })
    const alone = sliceColumns(
      rising((row) => row / 150),
      1,
    )
    expect(checkRollout(alone, atRow(360)).findings[0]).toMatchObject({ verdict: 'insufficient', isTrending: true })
    const leak = rising((row) => Math.max(0, row - 360) / 60)
    const [finding] = checkRollout(leak, atRow(360, { instances: ['a'], beforeMs: 360 * MINUTE })).findings
    expect(finding).toMatchObject({ verdict: 'worse', isTrending: false })
  })

  it('says so where there is too little: no rows, few rows, only gaps, a constant', () => {
    const frame = simulate([{ name: 'latency[a]', after: up }], 720, 360, 1)
    for (const row of [0, 720, 715]) expect(checkRollout(frame, atRow(row)).verdict).toBe('insufficient')
    const gaps = { ...frame, columns: [new Float64Array(720).fill(Number.NaN)] }
    expect(checkRollout(gaps, atRow(360)).verdict).toBe('insufficient')
    const constant = { ...frame, columns: [new Float64Array(720).fill(7)] }
    expect(checkRollout(constant, atRow(360)).verdict).toBe('no-change')
    expect(checkRollout({ ...frame, series: [], columns: [] }, atRow(360))).toEqual({
      verdict: 'insufficient',
      findings: [],
    })
  })

  it('bears gaps and values of 1e300', () => {
    const frame = simulate([{ name: 'latency[a]', after: up }], 1440, 720, 2)
    const holed = {
      ...frame,
      columns: frame.columns.map((values) => values.map((v, k) => (k % 5 === 0 ? Number.NaN : v))),
    }
    expect(checkRollout(holed, atRow(720)).verdict).toBe('worse')
    const huge = { ...frame, columns: frame.columns.map((values) => values.map((v) => v * 1e298)) }
    expect(checkRollout(huge, atRow(720)).verdict).toBe('worse')
  })

  it('leaves the time to settle out', () => {
    const frame = simulate([{ name: 'latency[a]', after: (value) => value }], 1080, 720, 3)
    for (let row = 720; row < 750; row++) frame.columns[0]![row] = 900
    expect(checkRollout(frame, atRow(720, { settleMs: 30 * MINUTE })).verdict).toBe('no-change')
  })

  it('comes to the same verdict after a shift, a change of unit or another order of columns', () => {
    const columns = [{ name: 'latency[a]', after: up }, { name: 'errors[a]' }]
    const frame = simulate(columns, 720, 360, 11)
    const verdicts = (f: Frame) =>
      Object.fromEntries(checkRollout(f, atRow(360)).findings.map((one) => [one.metric, one.verdict]))
    const usual = verdicts(frame)
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000 }), fc.integer({ min: 1, max: 100 }), (shift, unit) => {
        const moved = frame.columns.map((values) => values.map((value) => unit * value + shift))
        const reversed = { ...frame, series: [...frame.series].reverse(), columns: moved.reverse() }
        expect(verdicts(reversed)).toEqual(usual)
      }),
      { numRuns: 20 },
    )
  })

  it('refuses what makes no sense', () => {
    const frame = simulate([{ name: 'latency[a]' }], 720, 360, 1)
    expect(() => checkRollout(frame, { at: Number.NaN })).toThrow(RangeError)
    expect(() => checkRollout(frame, atRow(360, { beforeMs: 0 }))).toThrow(RangeError)
    expect(() => checkRollout(frame, atRow(360, { settleMs: -1 }))).toThrow(RangeError)
    expect(() => checkRollout(frame, atRow(360, { earlierWeeks: -1 }))).toThrow(RangeError)
    expect(() => checkRollout(frame, atRow(360, { instances: ['z'] }))).toThrow(/instance z/)
  })
})
