import { describe, expect, it } from 'vitest'
import { faultOfRule, openOccurrences, openOrReport } from './occurrences.ts'

const BERLIN = { timeZone: 'Europe/Berlin', durationMinutes: 60 }
const HOUR = 3_600_000
const numbers = (count: number): string => Array.from({ length: count }, (_, index) => index).join()
const everyMinute = `BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)}`
const EVERY_DAY = 'BYDAY=MO,TU,WE,TH,FR,SA,SU'

describe('openOccurrences', () => {
  it('keeps the time of day when clocks are changed', () => {
    const nightly = openOccurrences({ ...BERLIN, rrule: 'FREQ=DAILY;BYHOUR=4' })
    // On 25 October 2026 clocks go back in Europe
    expect(nightly.before(Date.UTC(2026, 9, 24, 12))).toEqual({
      start: Date.UTC(2026, 9, 24, 2),
      end: Date.UTC(2026, 9, 24, 3),
    })
    expect(nightly.before(Date.UTC(2026, 9, 25, 12))?.start).toBe(Date.UTC(2026, 9, 25, 3))
    expect(nightly.before(Date.UTC(2026, 2, 29, 12))?.start).toBe(Date.UTC(2026, 2, 29, 2))
  })
  it('has no occurrence at a time of day that the change of clocks leaves out', () => {
    const nightly = openOccurrences({ ...BERLIN, rrule: 'FREQ=DAILY;BYHOUR=2;BYMINUTE=30' })
    expect(nightly.before(Date.UTC(2026, 2, 29, 12))?.start).toBe(Date.UTC(2026, 2, 28, 1, 30))
  })
  it('counts from DTSTART where there is one, in the zone of the calendar', () => {
    const fortnightly = openOccurrences({ ...BERLIN, rrule: 'DTSTART:20261006T220000\nRRULE:FREQ=WEEKLY;INTERVAL=2' })
    expect(fortnightly.before(Date.UTC(2026, 9, 19))?.start).toBe(Date.UTC(2026, 9, 6, 20))
    expect(fortnightly.before(Date.UTC(2026, 9, 6))).toBeUndefined()
  })
  it('gives those that touch a span, the latest first', () => {
    const hourly = openOccurrences({ rrule: 'FREQ=HOURLY;INTERVAL=6', timeZone: 'Asia/Shanghai', durationMinutes: 90 })
    const noon = Date.UTC(2026, 9, 20, 10)
    expect(hourly.within(noon + HOUR, noon + 7 * HOUR).map(({ start }) => (start - noon) / HOUR)).toEqual([6, 0])
  })
})

describe('openOrReport', () => {
  it.each(['FREQ=HOURLY;COUNT=20000', 'every Sunday', `FREQ=YEARLY;${everyMinute};${EVERY_DAY}`])(
    'reports %s once, and has no times',
    (rrule) => {
      const reported: unknown[] = []
      const broken = openOrReport({ ...BERLIN, rrule }, (error) => reported.push(error))
      expect([broken.before(Date.UTC(2026, 9, 24)), broken.within(0, Date.UTC(2026, 9, 24))]).toEqual([undefined, []])
      expect(reported).toHaveLength(1)
    },
  )
})

describe('faultOfRule', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=SU;BYHOUR=2', undefined],
    ['FREQ=MINUTELY', undefined],
    ['every Sunday', 'unreadable'],
    ['BYDAY=SU', 'unreadable'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'never'],
    ['FREQ=HOURLY;COUNT=20000', 'tooLong'],
    ['FREQ=HOURLY;UNTIL=20300101T000000Z', undefined],
    ['FREQ=SECONDLY', 'tooOften'],
    ['FREQ=MINUTELY;BYSECOND=0,30', 'tooOften'],
    [`FREQ=YEARLY;${everyMinute};${EVERY_DAY}`, 'tooMany'],
    [`freq=yearly;${everyMinute.toLowerCase()};bymonthday=1,2`, 'tooMany'],
    [`FREQ=YEARLY;BYWEEKNO=1,2;${everyMinute}`, 'tooMany'],
    [`FREQ=MONTHLY;BYMONTHDAY=1,-1;${everyMinute}`, 'tooMany'],
    [`FREQ=WEEKLY;BYDAY=SA,SU;${everyMinute}`, 'tooMany'],
    [`FREQ=DAILY;${everyMinute}`, undefined],
    [`FREQ=WEEKLY;${EVERY_DAY};BYHOUR=${numbers(24)}`, undefined],
    [`FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1,15;BYHOUR=${numbers(24)}`, undefined],
  ])('of %s is %s', (rrule, fault) => {
    expect(faultOfRule({ ...BERLIN, rrule })).toBe(fault)
  })
})
