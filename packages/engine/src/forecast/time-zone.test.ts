import { describe, expect, it } from 'vitest'
import { localClock } from '../series/local-clock.ts'
import { CLOCK_CHANGES, type ClockChange, simulateLocalDays } from '../testing/local-days.ts'
import { type Forecast, forecast, localSteps } from './forecast.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const STEP_MS = 30 * MINUTE
const [spring, autumn] = CLOCK_CHANGES as [ClockChange, ClockChange]

/** The mean error of a forecast of a day that is made so many days after a change, of a series whose amplitude is 20. */
function errorOf(change: ClockChange, after: number, timeZone: string | undefined): number {
  const { times, values } = simulateLocalDays(change, { before: 18, after: after + 1, stepMs: STEP_MS, seed: 3 })
  const made = times.findIndex((time) => time >= change.at + after * DAY)
  const options = { horizon: 48, stepMs: STEP_MS, timeZone }
  const found = forecast(times.slice(0, made), values.slice(0, made), options) as Forecast
  expect(Array.from(found.times)).toEqual(Array.from(times.slice(made, made + 48)))
  return found.mid.reduce((sum, value, step) => sum + Math.abs(value - values[made + step]!), 0) / 48
}

describe('forecast with a time zone', () => {
  it.each(CLOCK_CHANGES)('knows the day on which clocks of $timeZone are put $what, and those after it', (change) => {
    for (const after of [0, 1, 3]) expect(errorOf(change, after, change.timeZone)).toBeLessThan(3)
  })

  it.each([spring, autumn])('errs by more without where clocks are put $what', (change) => {
    for (const after of [0, 1])
      expect(errorOf(change, after, undefined)).toBeGreaterThan(1.2 * errorOf(change, after, change.timeZone))
  })

  it('is the same as without where clocks are not changed, and for UTC', () => {
    const { times, values } = simulateLocalDays(spring, { before: 20, after: -5, stepMs: STEP_MS, seed: 3 })
    const plain = forecast(times, values, { horizon: 24, stepMs: STEP_MS }) as Forecast
    for (const timeZone of ['UTC', spring.timeZone]) {
      const { crossing: _, ...found } = forecast(times, values, { horizon: 24, stepMs: STEP_MS, timeZone }) as Forecast
      expect(plain).toMatchObject(found)
    }
  })

  it.each([spring, autumn])('needs no more values than without, where clocks are put $what', (change) => {
    const { times, values } = simulateLocalDays(change, { before: 1, after: 1, stepMs: STEP_MS, seed: 3 })
    const horizon = Math.floor((times.length - 10) / 2)
    const made = forecast(times, values, { horizon, stepMs: STEP_MS, timeZone: change.timeZone })
    expect(made).toMatchObject({ kind: 'forecast' })
    expect((made as Forecast).mid.every(Number.isFinite)).toBe(true)
  })

  it('refuses an unknown zone', () => {
    const { times, values } = simulateLocalDays(spring, { before: 2, after: 0, stepMs: STEP_MS, seed: 3 })
    expect(() => forecast(times, values, { horizon: 4, stepMs: STEP_MS, timeZone: 'Mars/Olympus' })).toThrow(RangeError)
  })
})

describe('localSteps', () => {
  it('drops what was shown before and comes again, where the history ends in the hour that is there twice', () => {
    const clock = localClock(autumn.timeZone)
    const end = Date.UTC(2026, 9, 25, 1, 15)
    const times = Float64Array.from({ length: 12 }, (_, k) => end - (11 - k) * 15 * MINUTE)
    const found = localSteps(
      times,
      times.map((_, k) => k),
      { horizon: 4, stepMs: 15 * MINUTE, timeZone: autumn.timeZone },
    )!
    expect(clock(end) - clock(end - 30 * MINUTE)).toBe(-30 * MINUTE)
    expect(Array.from(found.values, (value) => !Number.isNaN(value))).toEqual(
      Array.from(found.times, (time) => time <= end),
    )
    expect(found.values.filter(Number.isNaN)).toHaveLength(2)
    expect(found.times.at(-1)).toBe(end)
    expect(Array.from(found.places)).toEqual([0, 1, 2, 3])
  })

  it('counts an hour more in spring, and one twice in autumn', () => {
    const places = (change: ClockChange) => {
      const times = Float64Array.from({ length: 10 }, (_, k) => change.at + (k - 9) * STEP_MS)
      return Array.from(localSteps(times, times, { horizon: 6, stepMs: STEP_MS, timeZone: change.timeZone })!.places)
    }
    expect(places(spring)).toEqual([0, 3, 4, 5, 6, 7])
    expect(places(autumn)).toEqual([0, 0, 0, 1, 2, 3])
  })
})
