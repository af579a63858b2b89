import { expect, it } from 'vitest'
import { endOfDay } from './end-of-day.ts'

it.each([
  ['2026-11-20', 'UTC', '2026-11-20T23:59:59.000Z'],
  ['2026-11-20', 'Asia/Shanghai', '2026-11-20T15:59:59.000Z'],
  ['2026-11-20', 'America/New_York', '2026-11-21T04:59:59.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.000Z'],
])('%s in %s ends at %s', (day, zone, end) => expect(new Date(endOfDay(day, zone)).toISOString()).toBe(end))
