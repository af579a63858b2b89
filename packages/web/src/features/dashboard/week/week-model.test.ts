import type { DashboardDay } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { trendOf, twoWeeks, worstDays } from './week-model.ts'

const HOUR = 3_600_000
/** Days of one series from their shares; without data where there is none. */
const days = (shares: readonly (number | null)[]): DashboardDay[] =>
  shares.map((abnormalShare, index) => ({
    day: `2026-10-${10 + index}`,
    start: index * 24 * HOUR,
    end: (index + 1) * 24 * HOUR,
    abnormalShare,
    seriesMs: abnormalShare === null ? 0 : 24 * HOUR,
    incidents: 1,
  }))
const weeks = (before: number | null, now: number | null) =>
  twoWeeks(days([...Array(7).fill(before), ...Array(7).fill(now)]))

describe('twoWeeks', () => {
  it('counts each day by the time that there is data of', () => {
    const long = { ...days([0.26])[0]!, seriesMs: 25 * HOUR }
    const short = { ...days([0])[0]!, seriesMs: HOUR }
    expect(twoWeeks([long, short]).now.abnormalShare).toBeCloseTo(0.25)
  })
  it('splits fourteen days', () => {
    const { now, before } = weeks(0.1, 0.2)
    expect([now.days.length, before.days.length, now.incidents]).toEqual([7, 7, 7])
    expect(before.abnormalShare).toBeCloseTo(0.1)
  })
})

describe('trendOf', () => {
  it.each([
    [0, null, 'noData'],
    [null, 0, 'firstNone'],
    [null, 0.1, 'first'],
    [0, 0, 'none'],
    [0, 0.1, 'new'],
    [0.1, 0, 'gone'],
    [0.1, 0.105, 'same'],
    [0.1, 0.2, 'up'],
    [0.2, 0.1, 'down'],
  ])('of %s and then %s is %s', (before, now, trend) => expect(trendOf(weeks(before, now))).toBe(trend))
})

describe('worstDays', () => {
  it('names the one or two days that hold more than half', () => {
    const { now } = twoWeeks(days([0, 0.5, 0.1, 0, 0.4, 0, 0]))
    expect(worstDays(now).map(({ day }) => day)).toEqual(['2026-10-11', '2026-10-14'])
  })
  it('names none where it is spread', () => expect(worstDays(weeks(0.1, 0.1).now)).toEqual([]))
})
