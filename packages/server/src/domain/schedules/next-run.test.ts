import { describe, expect, it } from 'vitest'
import { nextRun } from './next-run.ts'

/** The next due times, from a moment on. */
function runs(cron: string, timeZone: string, from: string, count: number): string[] {
  const found: string[] = []
  for (let at = Date.parse(from); found.length < count; found.push(new Date(at).toISOString()))
    at = nextRun(cron, timeZone, at)
  return found
}

describe('nextRun in Berlin, where the clock went from 02:00 to 03:00 on 2026-03-29', () => {
  it('keeps the local hour, which is a different one in UTC', () => {
    expect(runs('0 9 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 2)).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
    ])
  })

  it('runs a schedule due in the skipped hour once, after the clock change', () => {
    expect(runs('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  it('runs every hour that there was', () => {
    expect(runs('0 * * * *', 'Europe/Berlin', '2026-03-28T23:30:00Z', 3)).toEqual([
      '2026-03-29T00:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T02:00:00.000Z',
    ])
  })
})

describe('nextRun in Berlin, where the clock went from 03:00 back to 02:00 on 2026-10-25', () => {
  it('runs once what is due in the hour that came twice', () => {
    expect(runs('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  it('runs in both of the hours what is due every hour', () => {
    expect(runs('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30:00Z', 3)).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ])
  })
})

describe('nextRun', () => {
  it('is later than the moment that it is asked for, not equal to it', () => {
    expect(runs('0 * * * *', 'UTC', '2026-01-01T00:00:00Z', 1)).toEqual(['2026-01-01T01:00:00.000Z'])
  })

  it('refuses a schedule that is never due, and one that is none', () => {
    expect(() => nextRun('0 0 30 2 *', 'UTC', 0)).toThrow(RangeError)
    expect(() => nextRun('every day', 'UTC', 0)).toThrow()
  })
})
