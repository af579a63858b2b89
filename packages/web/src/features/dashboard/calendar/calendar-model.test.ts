import type { DashboardHour, DashboardIncidents } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { calendarDays, calendarPoint, dayNameOf } from './calendar-model.ts'

const HOUR_MS = 3_600_000
const FIRST = Date.UTC(2026, 9, 19)
const nameOf = (index: number) => new Date(FIRST + index * 24 * HOUR_MS).toISOString().slice(0, 10)
const hour = (day: number, at: number, severity: number | null, more: Partial<DashboardHour> = {}): DashboardHour => ({
  day: nameOf(day),
  hour: at,
  start: FIRST + (24 * day + at) * HOUR_MS,
  end: FIRST + (24 * day + at + 1) * HOUR_MS,
  findings: 1,
  severity,
  isGap: severity === null,
  ...more,
})
const calendar = (hours: DashboardHour[], to = FIRST + 7 * 24 * HOUR_MS): DashboardIncidents => ({
  success: true,
  from: FIRST,
  to,
  timeZone: 'UTC',
  incidents: [],
  page: { page: 1, pageSize: 1, total: 0 },
  counts: { open: 0, acknowledged: 0, resolved: 0, predicted: 0, starred: 0 },
  hours,
  days: Array.from({ length: 7 }, (_, index) => ({
    day: nameOf(index),
    start: FIRST + 24 * index * HOUR_MS,
    abnormalShare: 0,
    seriesMs: 1,
    incidents: 0,
    end: Math.min(to, FIRST + 24 * (index + 1) * HOUR_MS),
  })),
})

describe('calendarDays', () => {
  it('has both hours of the same name in one cell, with the worse severity', () => {
    const [, day] = calendarDays(calendar([hour(1, 2, 3), hour(1, 2, -6, { isGap: true })]), 'UTC')
    expect(day?.hours[2]).toMatchObject({ findings: 2, severity: -6, isGap: true })
    expect(day?.hours[3]).toBeNull()
  })
  it('tells the hours that are still to come', () => {
    const days = calendarDays(calendar([], FIRST + (6 * 24 + 16) * HOUR_MS + 1), 'UTC')
    expect(days.map(({ hoursPassed }) => hoursPassed)).toEqual([24, 24, 24, 24, 24, 24, 17])
  })
  it('has no hours where there is no data of a day', () => {
    const known = calendar([])
    const days = known.days.map((day, index) => (index < 2 ? { ...day, seriesMs: 0, abnormalShare: null } : day))
    const passed = calendarDays({ ...known, days }, 'UTC').map(({ hoursPassed }) => hoursPassed)
    expect(passed).toEqual([0, 0, 24, 24, 24, 24, 24])
  })
})

describe('calendarPoint', () => {
  const pointOf = (hours: DashboardHour[]) => calendarPoint(calendarDays(calendar(hours), 'UTC'))
  it('is an hour of several days', () => {
    expect(pointOf([hour(0, 3, 4), hour(3, 3, 5), hour(6, 3, 4), hour(1, 8, 9)])).toEqual({
      kind: 'recurring',
      hour: 3,
      days: 3,
    })
  })
  it('is the worst hour where none recurs', () => {
    expect(pointOf([hour(0, 3, 4), hour(3, 5, -9)])).toMatchObject({ kind: 'worst', cell: { severity: -9 } })
  })
  it('is that nothing was found, or that only data was missing', () => {
    expect([pointOf([]).kind, pointOf([hour(0, 3, null)]).kind]).toEqual(['none', 'gaps'])
  })
})

it('names days briefly', () => expect(dayNameOf('2026-10-19', 'en')).toBe('Mon 19'))
