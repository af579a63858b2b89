import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDailyWindow, isWithin } from './daily-window.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const utc = (time: number): number => time
const at = (day: number, minute: number, length = 5) => ({
  start: day * DAY + minute * MINUTE,
  end: day * DAY + (minute + length) * MINUTE,
})

describe('findDailyWindow', () => {
  it('by hand: three days at 02:00 to 02:10 for five minutes', () => {
    expect(findDailyWindow([at(0, 120), at(1, 130), at(2, 125)], utc)).toEqual({ fromMinute: 105, toMinute: 151 })
  })

  it('spans midnight', () => {
    const spans = [at(0, 1_435), at(2, 5), at(3, 0)]
    expect(findDailyWindow(spans, utc)).toEqual({ fromMinute: 1_420, toMinute: 26 })
  })

  it('finds none in two days, in times all over the day, and in what lasts for hours', () => {
    expect(findDailyWindow([at(0, 120), at(1, 130), at(1, 125)], utc)).toBeUndefined()
    expect(findDailyWindow([at(0, 120), at(1, 600), at(2, 125)], utc)).toBeUndefined()
    expect(findDailyWindow([at(0, 120, 400), at(1, 120), at(2, 125)], utc)).toBeUndefined()
    expect(findDailyWindow([], utc)).toBeUndefined()
  })

  it('holds everything that it was learned from, at any time and in any zone', () => {
    const spans = fc.array(fc.tuple(fc.nat(20), fc.nat(90), fc.nat(60)), { minLength: 3, maxLength: 12 })
    fc.assert(
      fc.property(spans, fc.nat(1_439), fc.integer({ min: -12, max: 14 }), (list, base, hours) => {
        const all = list.map(([day, minute, length]) => at(100 + day, base + minute, length))
        const toLocal = (time: number): number => time + hours * 60 * MINUTE
        const window = findDailyWindow(all, toLocal)
        if (window !== undefined) for (const span of all) expect(isWithin(window, span, toLocal)).toBe(true)
      }),
    )
  })
})
