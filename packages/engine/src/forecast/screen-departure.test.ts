import { describe, expect, it } from 'vitest'
import { SCREEN_HOURS, screenDeparture } from './screen-departure.ts'

/** With values half a unit around the middle of each hour. */
const hours = (middle: (hour: number) => number, spread = 0.5) => {
  const middles = Array.from({ length: SCREEN_HOURS }, (_, hour) => middle(hour))
  return {
    low: Float64Array.from(middles, (value) => value - spread),
    high: Float64Array.from(middles, (value) => value + spread),
  }
}
const daily = (hour: number) => 50 + 20 * Math.sin((2 * Math.PI * hour) / 24)

describe('screenDeparture', () => {
  it('lets a series through that fills up slowly, from either side', () => {
    // The next day adds 24 units to a range of 30
    expect(screenDeparture(hours((hour) => 20 + hour))).toBeCloseTo(24 / 30, 6)
    expect(screenDeparture(hours((hour) => 80 - hour))).toBeCloseTo(24 / 30, 6)
  })

  it('lets a series through that fills up beneath its daily pattern', () => {
    expect(screenDeparture(hours((hour) => daily(hour) + 0.5 * hour))).toBeGreaterThan(0.2)
  })

  it('holds back what repeats itself, what jumps for an hour, what is constant, and what has stopped', () => {
    expect(screenDeparture(hours(daily))).toBe(0)
    expect(screenDeparture(hours((hour) => daily(hour) + (hour === 27 ? 60 : 0)))).toBe(0)
    expect(screenDeparture(hours(() => 7, 0))).toBe(0)
    expect(screenDeparture(hours(() => 7))).toBe(0)
    expect(screenDeparture(hours((hour) => (hour > 25 ? Number.NaN : 20 + hour)))).toBe(0)
  })

  it('goes by the hours that have values', () => {
    const gappy = (hour: number) => (hour % 7 === 0 ? Number.NaN : 20 + hour)
    expect(screenDeparture(hours(gappy))).toBeGreaterThan(0.5)
  })
})
