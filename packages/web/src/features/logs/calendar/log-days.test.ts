import { describe, expect, it } from 'vitest'
import { logDays, logWeeks } from './log-days.ts'

const HOUR = 3_600_000
const counted = (from: number, hours: number) => {
  const times = Array.from({ length: hours }, (_, i) => from + i * HOUR)
  return { times, counts: times.map(() => 2), newCounts: times.map((_, i) => i % 2), bucketMs: HOUR }
}

describe('logDays', () => {
  it('adds lines up by the days of a zone', () => {
    const days = logDays(counted(Date.UTC(2026, 9, 19), 48), 'Asia/Shanghai')
    expect(days.map(({ day, lines, marked }) => [day, lines, marked])).toEqual([
      ['2026-10-19', 32, 8],
      ['2026-10-20', 48, 12],
      ['2026-10-21', 16, 4],
    ])
    expect(days.reduce((sum, { lines }) => sum + lines, 0)).toBe(96)
  })

  it('has a day of 25 hours where clocks are put back', () => {
    const [day] = logDays(counted(Date.UTC(2026, 9, 24, 22), 30), 'Europe/Berlin')
    expect(day).toMatchObject({ day: '2026-10-25', lines: 50, to: Date.UTC(2026, 9, 25, 23) })
  })
})

describe('logWeeks', () => {
  it('puts days under their weekdays, from Monday to Sunday', () => {
    const weeks = logWeeks(logDays(counted(Date.UTC(2026, 9, 22), 24 * 5), 'UTC'))
    expect(weeks.map((week) => week.map((day) => day?.day.slice(8) ?? '–').join(' '))).toEqual([
      '– – – 22 23 24 25',
      '26 – – – – – –',
    ])
    expect(logWeeks([])).toEqual([])
  })
})
