import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import { simulateHours } from '../testing/simulate-season.ts'
import { type Forecast, type ForecastOptions, forecast, toGrid } from './forecast.ts'

const HOUR = 3_600_000
const OPTIONS: ForecastOptions = { horizon: 24, stepMs: HOUR }

function forecastOrThrow(times: Float64Array, values: Float64Array, chosen: ForecastOptions = OPTIONS): Forecast {
  const found = forecast(times, values, chosen)
  if (found.kind !== 'forecast') throw new Error(`insufficient: ${found.got} of ${found.need}`)
  return found
}

const timesOf = (count: number) => Float64Array.from({ length: count }, (_, k) => k * HOUR)

describe('forecast', () => {
  it('forecasts a daily and weekly rhythm, better than the last day, and says from when to when', () => {
    const { times, values } = simulateHours(43, 1, 1, 15)
    const end = 42 * 24
    const found = forecastOrThrow(times.subarray(0, end), values.subarray(0, end))
    let error = 0
    let naive = 0
    for (let step = 0; step < 24; step++) {
      error += Math.abs(found.mid[step]! - values[end + step]!)
      naive += Math.abs(values[end + step - 24]! - values[end + step]!)
    }
    expect(error).toBeLessThan(0.7 * naive)
    expect(found.times[0]).toBe(times[end])
    expect(found.times).toHaveLength(24)
  })

  it.each([
    { days: 7, ahead: 3 },
    { days: 14, ahead: 6.5 },
  ])('keeps the rhythm of $days days for $ahead ahead', ({ days, ahead }) => {
    const { times, values } = simulateHours(days + 7, 2)
    const end = 24 * days
    const horizon = 24 * ahead
    const { mid } = forecastOrThrow(times.subarray(0, end), values.subarray(0, end), { horizon, stepMs: HOUR })
    const error = mid.reduce((sum, value, step) => sum + Math.abs(value - values[end + step]!), 0) / horizon
    // Noise of 1 errs by 0.8; without the rhythm it was 6.6 and 6
    expect(error).toBeLessThan(1.2)
  })

  it('says how it did in the past, beside the best naive forecast', () => {
    const { times, values } = simulateHours(43, 1, 1, 15)
    const { backTest } = forecastOrThrow(times, values)
    // Noise of 1 errs by 0.8 on average, the difference of two of them by 1.13.
    expect(backTest).toMatchObject({ origins: 20, naive: 'week' })
    expect(backTest!.naiveError).toBeCloseTo(1.13, 1)
    expect(backTest!.error).toBeLessThan(0.95 * backTest!.naiveError)
    const tenfold = forecastOrThrow(
      times,
      values.map((value) => 10 * value),
    )
    expect(tenfold.backTest!.error).toBeCloseTo(10 * backTest!.error, 6)
  })

  it('keeps the last value of a random walk for its middle, and a band that widens', () => {
    const random = createRandom(11)
    let level = 0
    const walk = Float64Array.from({ length: 900 }, () => (level += normal(random)))
    const { mid, low, high } = forecastOrThrow(timesOf(900), walk)
    expect(Math.abs(mid[23]! - walk[899]!)).toBeLessThan(6)
    expect(high[23]! - low[23]!).toBeGreaterThan(1.8 * (high[0]! - low[0]!))
  })

  it('errs hardly more than the last value of random walks', () => {
    const [learned, horizon, stepMs] = [2_016, 144, HOUR / 6]
    let error = 0
    let ofLast = 0
    for (let seed = 1; seed <= 20; seed++) {
      const random = createRandom(seed)
      let level = 0
      const walk = Float64Array.from({ length: learned + horizon }, () => (level += normal(random)))
      const times = walk.map((_, k) => k * stepMs)
      const { mid } = forecastOrThrow(times.subarray(0, learned), walk.subarray(0, learned), { horizon, stepMs })
      for (let step = 0; step < horizon; step++) {
        error += Math.abs(walk[learned + step]! - mid[step]!)
        ofLast += Math.abs(walk[learned + step]! - walk[learned - 1]!)
      }
    }
    expect(error).toBeLessThan(1.08 * ofLast)
  })

  it('holds 85 to 95 % of what comes', () => {
    let held = 0
    let all = 0
    for (let seed = 1; seed <= 30; seed++) {
      const { times, values } = simulateHours(29, seed, 3, 10)
      const end = 28 * 24
      const { low, high } = forecastOrThrow(times.subarray(0, end), values.subarray(0, end))
      for (let step = 0; step < 24; step++, all++)
        if (values[end + step]! >= low[step]! && values[end + step]! <= high[step]!) held++
    }
    expect(held / all).toBeGreaterThan(0.85)
    expect(held / all).toBeLessThan(0.95)
  })

  it('says when a disk will be full', () => {
    const random = createRandom(3)
    const disk = Float64Array.from({ length: 600 }, (_, k) => 40 + 0.05 * k + 0.2 * normal(random))
    const crossing = forecastOrThrow(timesOf(600), disk, { ...OPTIONS, horizon: 200 }).crossing(75)
    expect(crossing.about).toBeGreaterThan(85)
    expect(crossing.about).toBeLessThan(115)
    expect(crossing.low).toBeLessThanOrEqual(crossing.about!)
    expect(crossing.high).toBeGreaterThanOrEqual(crossing.about!)
  })

  it('stays within physical bounds', () => {
    const { times, values } = simulateHours(20, 4, 8)
    const { mid, low, high } = forecastOrThrow(times, values, { ...OPTIONS, bounds: { min: 98, max: 103 } })
    expect(Math.min(...low)).toBe(98)
    expect(Math.max(...high)).toBe(103)
    expect(mid.every((value) => value >= 98 && value <= 103)).toBe(true)
  })

  it('is not taught by an incident', () => {
    const { times, values } = simulateHours(21, 6)
    const broken = values.slice()
    for (let k = 470; k < 480; k++) broken[k] = 500
    const usual = forecastOrThrow(times, values)
    const after = forecastOrThrow(times, broken)
    for (let step = 0; step < 24; step++) expect(Math.abs(after.mid[step]! - usual.mid[step]!)).toBeLessThan(8)
  })

  it('does not care for the order of rows, nor much for gaps', () => {
    const { times, values } = simulateHours(21, 7)
    const whole = forecastOrThrow(times, values)
    const backwards = forecastOrThrow(times.slice().reverse(), values.slice().reverse())
    expect(backwards.mid).toEqual(whole.mid)
    const random = createRandom(1)
    const holed = forecastOrThrow(
      times,
      values.map((value) => (random() < 0.1 ? Number.NaN : value)),
    )
    for (let step = 0; step < 24; step++) expect(Math.abs(holed.mid[step]! - whole.mid[step]!)).toBeLessThan(3)
  })

  it('does not care for times that are a little off', () => {
    const { times, values } = simulateHours(21, 7)
    const whole = forecastOrThrow(times, values)
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed)
        const off = times.map((time, k) => (k === times.length - 1 ? time : time + 0.4 * (random() - 0.5) * HOUR))
        expect(forecastOrThrow(off, values).mid).toEqual(whole.mid)
      }),
      { numRuns: 5 },
    )
  })

  it('follows a shift and a change of unit', () => {
    const { times, values } = simulateHours(21, 8)
    const found = forecastOrThrow(times, values)
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 1, max: 1000 }), (shift, unit) => {
        const moved = forecastOrThrow(
          times,
          values.map((value) => unit * value + shift),
        )
        for (const curve of ['mid', 'low', 'high'] as const)
          for (let step = 0; step < 24; step++)
            expect(Math.abs(moved[curve][step]! - (unit * found[curve][step]! + shift))).toBeLessThan(1e-6 * unit)
      }),
      { numRuns: 8 },
    )
  })

  it('forecasts a constant with no width', () => {
    const { mid, low, high, coverage } = forecastOrThrow(timesOf(100), new Float64Array(100).fill(7))
    expect([...mid, ...low, ...high].every((value) => value === 7)).toBe(true)
    expect(coverage).toBe(1)
  })

  it('forecasts exactly what comes again exactly', () => {
    const week = Float64Array.from({ length: 24 * 15 }, (_, k) => 1 / 3 + Math.round(1e6 * Math.sin(k % 24)) / 7)
    const { mid, low, high } = forecastOrThrow(timesOf(24 * 14), week.subarray(0, 24 * 14))
    for (const curve of [mid, low, high]) expect(curve).toEqual(week.subarray(24 * 14))
  })

  it('refuses too short a history, and one that is mostly gaps', () => {
    expect(forecast(timesOf(2), Float64Array.of(1, 2), OPTIONS)).toEqual({ kind: 'insufficient', need: 58, got: 2 })
    expect(forecast(timesOf(0), timesOf(0), OPTIONS)).toEqual({ kind: 'insufficient', need: 58, got: 0 })
    const gaps = new Float64Array(500).fill(Number.NaN).fill(1, 0, 40)
    expect(forecast(timesOf(500), gaps, OPTIONS)).toMatchObject({ kind: 'insufficient', got: 40 })
  })

  it('refuses a history of which little is left after months without values', () => {
    const times = timesOf(200).map((time, k) => (k < 180 ? time : time + 4000 * 24 * HOUR))
    expect(forecast(times, timesOf(200), OPTIONS)).toMatchObject({ kind: 'insufficient', got: 20 })
  })

  it('stays finite for values of 1e300 and a change of interval', () => {
    const { times, values } = simulateHours(14, 9)
    const huge = forecastOrThrow(
      times,
      values.map((value, k) => (k % 50 === 0 ? -1e300 : value * 1e298)),
    )
    expect([...huge.mid, ...huge.low, ...huge.high].every(Number.isFinite)).toBe(true)
    const spiky = forecastOrThrow(
      times,
      values.map((value, k) => (k % 50 === 0 ? 1e300 : value)),
    )
    expect([...spiky.mid, ...spiky.low, ...spiky.high].every(Number.isFinite)).toBe(true)
    const coarse = times.map((time, k) => (k < 100 ? time : times[100]! + (k - 100) * 2 * HOUR))
    expect([...forecastOrThrow(coarse, values).mid].every(Number.isFinite)).toBe(true)
  })

  it('refuses what makes no sense', () => {
    const wrong: Partial<ForecastOptions>[] = [
      { horizon: 0 },
      { horizon: 1.5 },
      { horizon: 1e6 },
      { stepMs: 0 },
      { level: 1 },
      { bounds: { min: 2, max: 1 } },
    ]
    for (const part of wrong)
      expect(() => forecast(timesOf(100), timesOf(100), { ...OPTIONS, ...part })).toThrow(RangeError)
    expect(() => forecast(timesOf(100), timesOf(99), OPTIONS)).toThrow(RangeError)
  })
})

describe('toGrid', () => {
  it('averages what falls into one step and leaves a gap where nothing does', () => {
    const grid = toGrid(Float64Array.of(0, 10, 12, 40), Float64Array.of(1, 2, 4, 8), 10, 100)
    expect(grid).toEqual({ values: Float64Array.of(1, 3, Number.NaN, Number.NaN, 8), end: 40, present: 3 })
  })

  it('keeps the latest steps of a long history', () => {
    const times = Float64Array.from({ length: 50 }, (_, k) => k)
    expect(toGrid(times, times, 1, 3).values).toEqual(Float64Array.of(47, 48, 49))
  })

  it('takes an infinite value and a time that is none for a gap', () => {
    const grid = toGrid(Float64Array.of(0, 1, Number.NaN, 2), Float64Array.of(5, Number.POSITIVE_INFINITY, 9, 6), 1, 9)
    expect(grid.values).toEqual(Float64Array.of(5, Number.NaN, 6))
  })

  it('is empty for no value', () => {
    expect(toGrid(Float64Array.of(1), Float64Array.of(Number.NaN), 1, 9).present).toBe(0)
  })

  it('does not care for the order of rows', () => {
    const rows = fc.uniqueArray(fc.record({ at: fc.nat(50), value: fc.nat(99) }), {
      minLength: 1,
      selector: (r) => r.at,
    })
    fc.assert(
      fc.property(rows, (list) => {
        const grid = (part: typeof list) =>
          toGrid(
            Float64Array.from(part, (r) => r.at),
            Float64Array.from(part, (r) => r.value),
            1,
            99,
          )
        expect(grid([...list].reverse())).toEqual(grid(list))
      }),
    )
  })

  it('starts over after a hole that is longer than all that is there', () => {
    const gridOf = (hole: number) =>
      toGrid(Float64Array.of(0, 1, 2 + hole, 3 + hole), Float64Array.of(1, 2, 3, 4), 1, 100)
    expect(gridOf(5)).toEqual({ values: Float64Array.of(3, 4), end: 8, present: 2 })
    expect(gridOf(4)).toMatchObject({ end: 7, present: 4 })
  })
})
