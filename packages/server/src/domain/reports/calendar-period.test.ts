import { describe, expect, it } from 'vitest'
import { daysOf, periodAt, periodBefore, sameTimeBefore } from './calendar-period.ts'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(text)
const hours = ({ from, to }: { from: number; to: number }) => (to - from) / HOUR

describe('a period of the calendar', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29T10:00Z', 23],
    ['Europe/Berlin', '2026-10-25T10:00Z', 25],
    ['America/New_York', '2026-03-08T17:00Z', 23],
    ['America/New_York', '2026-11-01T17:00Z', 25],
    ['America/Sao_Paulo', '2018-11-04T17:00Z', 23],
    ['America/Sao_Paulo', '2026-11-04T17:00Z', 24],
    ['Australia/Lord_Howe', '2026-04-05T04:00Z', 24.5],
    ['UTC', '2026-10-25T10:00Z', 24],
  ])('of a day in %s at %s has %d hours', (zone, moment, length) => {
    expect(hours(periodAt(at(moment), 'day', zone))).toBe(length)
  })

  it('begins where clocks are put forward at midnight when they were', () => {
    const { from, firstDay } = periodAt(at('2018-11-04T17:00Z'), 'day', 'America/Sao_Paulo')
    expect([firstDay, from]).toEqual(['2018-11-04', at('2018-11-04T03:00Z')])
  })

  it('begins a week on Monday, a month on its first day, by the clocks of the zone', () => {
    const week = periodAt(at('2026-10-25T22:30Z'), 'week', 'Europe/Berlin')
    expect([week.from, week.to]).toEqual([at('2026-10-18T22:00Z'), at('2026-10-25T23:00Z')])
    expect(hours(week)).toBe(169)
    const month = periodAt(at('2026-10-31T23:30Z'), 'month', 'Europe/Berlin')
    expect([month.firstDay, month.nextDay]).toEqual(['2026-11-01', '2026-12-01'])
  })

  it('follows the one before without a gap, across years and months of every length', () => {
    for (const [moment, period] of [
      ['2026-03-10T12:00Z', 'month'],
      ['2026-01-01T12:00Z', 'month'],
      ['2026-01-01T12:00Z', 'week'],
      ['2026-03-30T12:00Z', 'day'],
    ] as const) {
      const now = periodAt(at(moment), period, 'Europe/Berlin')
      expect(periodBefore(now, period, 'Europe/Berlin').to).toBe(now.from)
    }
  })

  it('has days that cover it, also where a zone has left one out', () => {
    const month = periodAt(at('2011-12-15T12:00Z'), 'month', 'Pacific/Apia')
    const days = daysOf(month, 'Pacific/Apia')
    expect(days.map(({ day }) => day)).not.toContain('2011-12-30')
    expect([days[0]!.start, days.at(-1)!.end]).toEqual([month.from, month.to])
    for (const [index, { start }] of days.entries()) if (index > 0) expect(start).toBe(days[index - 1]!.end)
  })

  it('is compared up to the same time of the one before', () => {
    const zone = 'Europe/Berlin'
    const now = at('2026-10-28T09:30Z')
    const week = periodAt(now, 'week', zone)
    const before = periodBefore(week, 'week', zone)
    // 10:30 on a Wednesday, in winter and in summer
    expect(sameTimeBefore(now, week, before, zone)).toBe(at('2026-10-21T08:30Z'))
    const march = periodAt(at('2026-03-31T12:00Z'), 'month', 'UTC')
    const february = periodBefore(march, 'month', 'UTC')
    expect(sameTimeBefore(at('2026-03-31T12:00Z'), march, february, 'UTC')).toBe(february.to)
  })
})
