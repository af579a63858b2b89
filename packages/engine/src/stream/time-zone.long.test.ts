import { describe, expect, it } from 'vitest'
import { CLOCK_CHANGES, simulateLocalDays } from '../testing/local-days.ts'
import { createPackedStore, createPlainStore } from './detector-store.ts'
import { createStreamDetector, restoreStreamDetector, type StreamDetector } from './stream-detector.ts'
import { STREAM_SIZES } from './stream-size.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const ALARM = 0.5
const SEEDS = [1, 2, 3]
const [spring, autumn] = CLOCK_CHANGES as [(typeof CLOCK_CHANGES)[0], (typeof CLOCK_CHANGES)[0]]
const DAYS = { before: 21, after: 10, stepMs: 5 * MINUTE }

type Values = { times: Float64Array; values: Float64Array }

function score(detector: StreamDetector, { times, values }: Values, from = 0, to = times.length): number[] {
  return Array.from({ length: to - from }, (_, k) => detector.push(times[from + k]!, values[from + k]!).score)
}
const alarms = (scores: readonly number[]): number => scores.slice(600).filter((one) => one >= ALARM).length
const rowAt = ({ times }: Values, time: number): number => times.findIndex((one) => one >= time)

describe('createStreamDetector with a time zone', () => {
  it.each(CLOCK_CHANGES)('raises no alarm where clocks of $timeZone are put $what', (change) => {
    for (const seed of SEEDS)
      expect(
        alarms(
          score(createStreamDetector({ timeZone: change.timeZone }), simulateLocalDays(change, { ...DAYS, seed })),
        ),
      ).toBe(0)
  })

  it.each([MINUTE, 15 * MINUTE, 60 * MINUTE])('raises none at a step of %d ms', (stepMs) => {
    for (const change of [spring, autumn]) {
      const given = simulateLocalDays(change, { ...DAYS, stepMs, seed: 7 })
      expect(alarms(score(createStreamDetector({ timeZone: change.timeZone }), given))).toBe(0)
    }
  })

  it.each([spring, autumn])('raises one without where clocks of $timeZone are put $what', (change) => {
    const counts = SEEDS.map((seed) =>
      alarms(score(createStreamDetector(), simulateLocalDays(change, { ...DAYS, seed }))),
    )
    expect(Math.min(...counts)).toBeGreaterThan(0)
  })

  it('still finds what goes wrong on the day of the change', () => {
    for (const change of [spring, autumn]) {
      const given = simulateLocalDays(change, { ...DAYS, seed: 1 })
      const from = rowAt(given, change.at + 9 * 60 * MINUTE)
      given.values.fill(60, from, from + 36)
      const scores = score(createStreamDetector({ timeZone: change.timeZone }), given)
      expect(Math.max(...scores.slice(from, from + 36))).toBeGreaterThanOrEqual(ALARM)
    }
  })

  it('gives the same as without for UTC, to the last byte of its state', () => {
    const given = simulateLocalDays(spring, { ...DAYS, seed: 4 })
    const [plain, utc] = [createStreamDetector(), createStreamDetector({ timeZone: 'UTC' })]
    expect(score(utc, given)).toEqual(score(plain, given))
    expect(utc.save()).toEqual(plain.save())
  })

  it.each(STREAM_SIZES)('saves the zone with the state: a %s one goes on as if nothing had happened', (size) => {
    const given = simulateLocalDays(autumn, { ...DAYS, seed: 5 })
    const half = rowAt(given, autumn.at - 2 * DAY)
    const whole = createStreamDetector({ size, timeZone: autumn.timeZone })
    score(whole, given, 0, half)
    const bytes = whole.save()
    const restored = restoreStreamDetector(bytes)
    expect(score(restored, given, half)).toEqual(score(whole, given, half))
    expect(restored.save()).toEqual(whole.save())
    expect(bytes.length - createStreamDetector({ size }).save().length).toBe('Europe/Berlin'.length + 1)
  })

  it('keeps a state below 24,000 bytes in the zone with the longest name', () => {
    const names = ['UTC', ...Intl.supportedValuesOf('timeZone'), 'America/Argentina/ComodRivadavia']
    const longest = names.toSorted((a, b) => b.length - a.length)[0]!
    expect(createStreamDetector({ timeZone: longest }).save().length).toBeLessThan(24_000)
  })

  it('refuses a damaged name and an unknown zone', () => {
    const bytes = createStreamDetector({ timeZone: 'Europe/Berlin' }).save()
    bytes[bytes.length - 3]! ^= 1
    expect(() => restoreStreamDetector(bytes)).toThrow(RangeError)
    expect(() => createStreamDetector({ timeZone: 'Mars/Olympus' })).toThrow(RangeError)
  })
})

describe('a time zone that is changed', () => {
  const given = simulateLocalDays(autumn, { ...DAYS, seed: 6 })
  const half = rowAt(given, autumn.at - 2 * DAY)

  it('puts what was learned to the other clocks: no alarm, neither at once nor at the change', () => {
    const before = createStreamDetector()
    score(before, given, 0, half)
    const moved = restoreStreamDetector(before.save(), { timeZone: autumn.timeZone })
    const zoned = createStreamDetector({ timeZone: autumn.timeZone })
    score(zoned, given, 0, half)
    const noon = given.times[half]! + DAY / 2
    expect(moved.seasons).toEqual([DAY])
    expect(moved.seasonalValue(noon)).toBeCloseTo(zoned.seasonalValue(noon), 5)
    expect(Math.max(...score(moved, given, half))).toBeLessThan(ALARM)
  })

  it.each(['Asia/Tokyo', 'Asia/Kolkata', 'America/St_Johns'])(
    'puts each day by the clocks of that day, to %s and back',
    (other) => {
      const later = rowAt(given, autumn.at + 4 * DAY)
      const zoned = createStreamDetector({ timeZone: autumn.timeZone })
      score(zoned, given, 0, later)
      const there = restoreStreamDetector(zoned.save(), { timeZone: other })
      const back = restoreStreamDetector(there.save(), { timeZone: autumn.timeZone })
      for (let time = given.times[later]!; time < given.times[later]! + DAY; time += DAY / 48)
        expect(back.seasonalValue(time)).toBeCloseTo(zoned.seasonalValue(time), 5)
      const next = Math.min(later + DAY / DAYS.stepMs, given.times.length)
      expect(score(back, given, later, next)).toEqual(score(zoned, given, later, next))
    },
  )

  it.each([
    ['plain', createPlainStore],
    ['packed', createPackedStore],
  ])('does so for all detectors of a %s store', (_, createStore) => {
    const store = createStore()
    for (let index = 0; index < 3; index++) store.add()
    const fill = (to: number, from: number): void => {
      for (let row = from; row < to; row++)
        for (let index = 0; index < 3; index++) store.open(index).push(given.times[row]!, given.values[row]! + index)
    }
    fill(half, 0)
    const morning = given.times[half]! + DAY / 4
    const expected = store.open(1).seasonalValue(morning)
    const moved = createStore(store.save(), autumn.timeZone)
    const other = moved.open(1).seasonalValue(morning)
    moved.convertSeasonsFrom((time) => time)
    expect(moved.open(1).seasonalValue(morning)).toBeCloseTo(expected, 5)
    expect(Math.abs(other - expected)).toBeGreaterThan(3)
  })
})
