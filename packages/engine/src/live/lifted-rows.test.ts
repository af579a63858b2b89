import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import type { LiveSeriesDetector } from '../stream/live-series-detector.ts'
import { openSeries } from '../testing/open-series.ts'
import { isArmed } from './expectation.ts'
import { emptyWatch, watchSeries } from './watch-series.ts'

const STEP_MS = 10_000
const HOUR = 360
const OPTIONS = { stepMs: STEP_MS, q: 0.01, cvalue: 5 }

/** A streaming engine to which every point is a little unusual, and none an alarm. */
const halfway = (): LiveSeriesDetector => {
  const detector = openSeries()
  const point = detector.push(0, 0)
  return { ...detector, seasonalValue: () => Number.NaN, push: () => ({ ...point, val: 0.5 }) }
}

/** Rows that are flagged of a series with noise around 20 and a job of 10 more each six hours, raised once by a fault of ten minutes. */
function flaggedRows({ by, after }: { by: number; after: number }): { during: number; other: number } {
  const random = createRandom(5)
  const detector = halfway()
  const watch = emptyWatch('gauge')
  const flagged = { during: 0, other: 0 }
  for (let row = 0; row < after + HOUR; row++) {
    const isFault = row >= after && row < after + HOUR / 6
    const value = 20 + normal(random) + (row % (6 * HOUR) < 130 ? 10 : 0) + (isFault ? by : 0)
    const found = watchSeries(watch, () => detector, value, { row, time: row * STEP_MS, steps: 1 }, OPTIONS)!
    if (!(found.sample.probability < OPTIONS.q && isArmed(watch))) continue
    flagged[isFault ? 'during' : 'other'] += 1 + found.earlier.length
  }
  return flagged
}

describe('rows that are far off for long', () => {
  it('are an alarm, dated back to the first of them, where they are farther off than those of any job', () =>
    expect(flaggedRows({ by: 30, after: 50 * HOUR })).toEqual({ during: 60, other: 0 }))
  it('are none where a job is nearly as far off', () =>
    expect(flaggedRows({ by: 12, after: 50 * HOUR })).toEqual({ during: 0, other: 0 }))
  it('are one on the first day only where they are very far off', () => {
    expect(flaggedRows({ by: 30, after: 20 * HOUR })).toEqual({ during: 60, other: 0 })
    expect(flaggedRows({ by: 12, after: 20 * HOUR })).toEqual({ during: 0, other: 0 })
  })

  it('are one a little farther off than the series goes now and then only where they last', () => {
    const flaggedOf = (faultRows: number): number => {
      const random = createRandom(6)
      const detector = halfway()
      const watch = emptyWatch('gauge')
      const at = 9 * 24 * HOUR + 12 * HOUR
      let flagged = 0
      for (let row = 0; row < at + HOUR; row++) {
        const day = Math.floor(row / (24 * HOUR))
        const ofDay = row - (day * 24 + ((5 * day) % 11)) * HOUR
        const isFault = row >= at && row < at + faultRows
        const value = 20 + normal(random) + (ofDay >= 0 && ofDay < 8 ? 8 : 0) + (isFault ? 10 : 0)
        const found = watchSeries(watch, () => detector, value, { row, time: row * STEP_MS, steps: 1 }, OPTIONS)!
        if (isFault && found.sample.probability < OPTIONS.q) flagged++
      }
      return flagged
    }
    expect(flaggedOf(12)).toBe(0)
    expect(flaggedOf(60)).toBeGreaterThan(10)
  })
})
