import { describe, expect, it } from 'vitest'
import { localHours } from './local-hours.ts'

const HOUR = 3_600_000
const hours = (from: string, to: string, timeZone: string) =>
  localHours({ from: Date.parse(from), to: Date.parse(to) }, timeZone)

describe('localHours', () => {
  it('begins and ends with the span', () => {
    const [first, second, ...others] = hours('2026-10-20T10:20Z', '2026-10-20T11:30Z', 'UTC')
    expect(first).toEqual({
      start: Date.parse('2026-10-20T10:20Z'),
      end: Date.parse('2026-10-20T11:00Z'),
      day: '2026-10-20',
      hour: 10,
    })
    expect([second?.hour, second?.end, others]).toEqual([11, Date.parse('2026-10-20T11:30Z'), []])
  })

  it('counts an hour twice where clocks are put back, so that its day has 25', () => {
    const day = hours('2026-10-24T22:00Z', '2026-10-25T23:00Z', 'Europe/Berlin')
    expect(day.map((one) => one.hour)).toEqual([0, 1, 2, 2, ...Array.from({ length: 21 }, (_, index) => index + 3)])
    expect(new Set(day.map((one) => one.day))).toEqual(new Set(['2026-10-25']))
  })

  it('leaves out the hour that clocks are put forward by', () => {
    const day = hours('2026-03-28T23:00Z', '2026-03-29T22:00Z', 'Europe/Berlin')
    expect(day.map((one) => one.hour)).toEqual([0, 1, ...Array.from({ length: 21 }, (_, index) => index + 3)])
    expect(day.every(({ start, end }) => end - start === HOUR)).toBe(true)
  })

  it('begins at half past in zones of half an hour', () => {
    const [, second] = hours('2026-10-20T00:00Z', '2026-10-20T03:00Z', 'Asia/Kolkata')
    expect(second).toMatchObject({ start: Date.parse('2026-10-20T00:30Z'), hour: 6 })
  })

  it('covers every moment once, also where clocks move by half an hour', () => {
    const found = hours('2026-04-04T00:00Z', '2026-04-06T00:00Z', 'Australia/Lord_Howe')
    expect(found[0]?.start).toBe(Date.parse('2026-04-04T00:00Z'))
    expect(found.at(-1)?.end).toBe(Date.parse('2026-04-06T00:00Z'))
    for (const [index, one] of found.entries()) if (index > 0) expect(one.start).toBe(found[index - 1]!.end)
  })
})
