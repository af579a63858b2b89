import { describe, expect, it } from 'vitest'
import { localClock, timeOfLocal } from './local-clock.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What `Intl` says, part by part. */
function shown(time: number, timeZone: string): number {
  const two = '2-digit'
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  })
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
}

describe('localClock', () => {
  it.each([
    ['Europe/Berlin', 2026],
    ['America/New_York', 2026],
    ['Australia/Lord_Howe', 2026],
    ['America/Sao_Paulo', 2018],
    ['Africa/Casablanca', 2026],
    ['Asia/Kathmandu', 2026],
    ['Africa/Monrovia', 1972],
  ])('shows what clocks in %s show, every half hour of %d', (timeZone, year) => {
    const clock = localClock(timeZone)
    const from = Date.UTC(year, 0, 1)
    for (let time = from; time < from + 366 * DAY; time += HOUR / 2) {
      if (clock(time) !== shown(time, timeZone)) expect([time, clock(time)]).toEqual([time, shown(time, timeZone)])
    }
  })

  it('is put forward and back at the second of the change', () => {
    const clock = localClock('Europe/Berlin')
    const spring = Date.UTC(2026, 2, 29, 1)
    expect([clock(spring - 1) - spring + 1, clock(spring) - spring]).toEqual([HOUR, 2 * HOUR])
    const autumn = Date.UTC(2026, 9, 25, 1)
    expect([clock(autumn - 1) - autumn + 1, clock(autumn) - autumn]).toEqual([2 * HOUR, HOUR])
  })

  it('gives the same in any order of times', () => {
    const times = Array.from({ length: 500 }, (_, k) => Date.UTC(2020, 0, 1) + ((k * 7919) % 500) * 5.3 * DAY)
    const clock = localClock('America/New_York')
    expect(times.map(clock)).toEqual(times.map((time) => shown(time, 'America/New_York')))
  })

  it('takes UTC for what it is, and where nothing is given', () => {
    expect(localClock()(1.25)).toBe(1.25)
    expect(localClock('UTC')(-7)).toBe(-7)
  })

  it('goes on beyond the times of Date, and refuses an unknown zone', () => {
    const clock = localClock('Asia/Tokyo')
    expect(clock(9e15) - 9e15).toBe(9 * HOUR)
    for (const time of [-1e300, -9e15, 1e300]) expect(Number.isFinite(clock(time))).toBe(true)
    expect(() => localClock('Mars/Olympus')).toThrow(RangeError)
  })
})

describe('timeOfLocal', () => {
  it('finds the time of what a clock shows, but for the hour that it shows twice', () => {
    const clock = localClock('Europe/Berlin')
    const autumn = Date.UTC(2026, 9, 25, 1)
    for (let time = autumn - 90 * DAY; time < autumn + 90 * DAY; time += HOUR)
      if (Math.abs(time - autumn) > HOUR) expect(timeOfLocal(clock, clock(time))).toBe(time)
  })
})
