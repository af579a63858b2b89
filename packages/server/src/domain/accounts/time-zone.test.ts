import { describe, expect, it } from 'vitest'
import { localOffsetMs } from './time-zone.ts'

const HOUR = 3_600_000

describe('localOffsetMs', () => {
  it.each([
    ['UTC', '2026-07-01', 0],
    ['Europe/Berlin', '2026-07-01', 2 * HOUR],
    ['Europe/Berlin', '2026-12-01', HOUR],
    ['America/St_Johns', '2026-12-01', -3.5 * HOUR],
    ['Asia/Kathmandu', '2026-12-01', 5.75 * HOUR],
  ])('tells how far %s is ahead on %s', (zone, day, offset) => {
    expect(localOffsetMs(zone, Date.parse(day))).toBe(offset)
  })
})
