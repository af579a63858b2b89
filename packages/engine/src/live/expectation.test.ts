import { describe, expect, it } from 'vitest'
import { createRandom } from '../stats/random.ts'
import { openSeries } from '../testing/open-series.ts'
import { expectationOf } from './expectation.ts'
import type { WatchedSample } from './live-state.ts'
import { emptyWatch, watchSeries } from './watch-series.ts'

const OPTIONS = { stepMs: 10_000, q: 0.01, cvalue: 5 }
const HOUR = 360
const FAULT = { from: 30 * HOUR + 100, to: 30 * HOUR + 160 }

/** A disk that is read once in a while, for two minutes each hour, and by a fault. */
function watchDisk(): WatchedSample[] {
  const random = createRandom(4)
  const detector = openSeries()
  const watch = emptyWatch('gauge')
  return Array.from({ length: 31 * HOUR }, (_, row) => {
    const stray = random() < 0.04 ? -0.3 * Math.log(1 - random()) : 0
    const job = row % HOUR < 12 ? 5 + 2 * random() : 0
    const fault = row >= FAULT.from && row < FAULT.to ? 27 : 0
    const value = stray + job + fault
    return watchSeries(watch, () => detector, value, { row, time: row * OPTIONS.stepMs, steps: 1 }, OPTIONS)!
  }).flatMap(({ sample, earlier }) => [...earlier.map((one) => one.sample), sample])
}

describe('what is expected of a series that is nearly always 0', () => {
  const samples = watchDisk()
  const known = samples.slice(24 * HOUR)

  it('has a width that what the series was seen to do would notice', () => {
    expect(Math.min(...known.map(({ low, high }) => high - low))).toBeGreaterThan(0.05)
    expect(Math.max(...known.map(({ low, high }) => high - low))).toBeLessThan(5)
  })
  it('never lies below 0, where the series never was', () => {
    expect(Math.min(...known.map(({ low, usual }) => Math.min(low, usual)))).toBe(0)
  })
  it('flags the fault, and not the 0 after it', () => {
    const flagged = known.filter(({ probability }) => probability < OPTIONS.q).map(({ at }) => at / OPTIONS.stepMs)
    expect(flagged).toEqual(Array.from({ length: FAULT.to - FAULT.from }, (_, row) => FAULT.from + row))
  })
})

it('is read back from a range that was cut off at 0 with the spread that was learned', () => {
  const watch = { kind: 'level', min: 0, deviation: 0.2 } as const
  const { usual, deviation } = expectationOf(watch, { low: 0, high: 0.1 + 0.6 * 1.2533 })
  expect([usual, deviation]).toEqual([expect.closeTo(0.1), expect.closeTo(0.2)])
  expect(expectationOf({ ...watch, min: -1 }, { low: 0, high: 1 }).usual).toBe(0.5)
})
