import { TZDate } from '@date-fns/tz'
import { describe, expect, it } from 'vitest'
import { textWidth } from '../value/text-width.ts'
import { labelledTimeTicks } from './tick-labels.ts'
import { chooseStep, fromWallClock, timeTicks, zoneOffset } from './time-ticks.ts'

const HOUR = 3_600_000
const clock = (t: number, zone: string) => {
  const shown = new TZDate(t, zone)
  return `${shown.getDate()} ${shown.getHours()}:${String(shown.getMinutes()).padStart(2, '0')}`
}

describe('zone clock', () => {
  it('knows the offset of a zone, summer time and half hours included', () => {
    expect(zoneOffset(Date.UTC(2026, 0, 1), 'Europe/Berlin')).toBe(HOUR)
    expect(zoneOffset(Date.UTC(2026, 6, 1), 'Europe/Berlin')).toBe(2 * HOUR)
    expect(zoneOffset(Date.UTC(2026, 6, 1, 0, 0, 0, 500), 'Asia/Kolkata')).toBe(5.5 * HOUR)
  })

  it('comes back to the moment it started from', () => {
    const t = Date.UTC(2026, 10, 20, 9, 41)
    const local = t + zoneOffset(t, 'America/New_York')
    expect(fromWallClock(local, 'America/New_York')).toBe(t)
  })
})

describe('timeTicks', () => {
  it('chooses the finest step that makes few enough ticks', () => {
    expect(chooseStep(HOUR, 6)).toMatchObject({ unit: 'minute', size: 10 })
    expect(chooseStep(24 * HOUR, 8)).toMatchObject({ unit: 'hour', size: 3 })
    expect(chooseStep(365 * 24 * HOUR, 12)).toMatchObject({ unit: 'month', size: 1 })
  })

  it("falls on round hours of the reader's zone", () => {
    const from = Date.UTC(2026, 10, 19, 6, 10)
    const { ticks } = timeTicks({ from, to: from + 12 * HOUR }, 'Asia/Kolkata', 6)
    expect(ticks.map((t) => clock(t, 'Asia/Kolkata'))).toEqual([
      '19 12:00',
      '19 14:00',
      '19 16:00',
      '19 18:00',
      '19 20:00',
      '19 22:00',
    ])
  })

  it('follows the calendar across both clock changes', () => {
    for (const day of [Date.UTC(2026, 2, 28, 12), Date.UTC(2026, 9, 24, 12)]) {
      const { ticks } = timeTicks({ from: day, to: day + 36 * HOUR }, 'Europe/Berlin', 8)
      expect(ticks.every((t) => new TZDate(t, 'Europe/Berlin').getHours() % 6 === 0)).toBe(true)
      expect(ticks.length).toBeGreaterThanOrEqual(5)
    }
  })

  it('puts weeks on Mondays and months on the first', () => {
    const from = Date.UTC(2026, 0, 1)
    const weeks = timeTicks({ from, to: from + 60 * 24 * HOUR }, 'UTC', 10)
    expect(weeks.ticks.map((t) => new TZDate(t, 'UTC').getDay())).toEqual(weeks.ticks.map(() => 1))
    const months = timeTicks({ from, to: from + 300 * 24 * HOUR }, 'Europe/Berlin', 12)
    expect(months.ticks.map((t) => new TZDate(t, 'Europe/Berlin').getDate())).toEqual(months.ticks.map(() => 1))
  })

  it('ascends without repeats through the skipped hour', () => {
    const from = Date.UTC(2026, 2, 29, 0)
    const { ticks } = timeTicks({ from, to: from + 3 * HOUR }, 'Europe/Berlin', 200)
    expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b))
  })
})

describe('labelledTimeTicks', () => {
  const frame = { width: 560, locale: 'en-GB', timeZone: 'UTC', fontSize: 11 }
  const from = Date.UTC(2026, 10, 19, 6)

  it('names the day once, and again where it changes', () => {
    const ticks = labelledTimeTicks({ ...frame, domain: { from, to: from + 24 * HOUR } })
    expect(ticks.filter((tick) => tick.below).map((tick) => [tick.label, tick.below])).toEqual([
      ['06:00', 'Thu 19 Nov'],
      ['00:00', 'Fri 20 Nov'],
    ])
  })

  it('writes the lower level in the language asked for', () => {
    const [first] = labelledTimeTicks({ ...frame, locale: 'zh-CN', domain: { from, to: from + 6 * HOUR } })
    expect(first?.below).toBe('11月19日周四')
  })

  it.each([120, 200, 290, 560, 1400])('never lets labels touch at %d px', (width) => {
    for (const hours of [0.05, 1, 9, 30, 24 * 9, 24 * 70, 24 * 900]) {
      const ticks = labelledTimeTicks({ ...frame, width, domain: { from, to: from + hours * HOUR } })
      for (let i = 1; i < ticks.length; i++) {
        const half = (text: string) => text.length * 3.2
        expect(ticks[i]!.x - ticks[i - 1]!.x).toBeGreaterThan(half(ticks[i]!.label) + half(ticks[i - 1]!.label))
      }
    }
  })

  it.each([120, 200, 290, 560, 1400])('has room at the right edge for a font with wide digits at %d px', (width) => {
    // Digits of 0.636 em, as in DejaVu Sans
    const widest = (text: string) => textWidth(text, 11) * (0.636 / 0.56)
    for (const hours of [0.05, 1, 9, 24, 30, 24 * 9, 24 * 70, 24 * 900])
      for (const locale of ['en-GB', 'zh-CN']) {
        const ticks = labelledTimeTicks({ ...frame, locale, width, domain: { from, to: from + hours * HOUR } })
        for (const { x, label, below } of ticks)
          expect(x + Math.max(widest(label), widest(below ?? '')) / 2).toBeLessThanOrEqual(width + 4)
      }
  })

  it('has no ticks for an empty interval', () => {
    expect(labelledTimeTicks({ ...frame, domain: { from, to: from } })).toEqual([])
  })
})

describe('labelledTimeTicks on one level', () => {
  const alone = (from: number, to: number, width: number) =>
    labelledTimeTicks({ domain: { from, to }, width, locale: 'en-GB', timeZone: 'UTC', fontSize: 11 }).map(
      (tick) => tick.alone,
    )
  const day = 24 * HOUR

  it('writes the first day, not its year, and a year where it changes', () => {
    const labels = alone(Date.UTC(2026, 9, 19), Date.UTC(2027, 1, 11), 600)
    expect(labels[0]).toMatch(/Oct|Nov/)
    expect(labels.filter((label) => label.includes('2027'))).toEqual(['2027'])
    expect(labels).not.toContain('2026')
  })

  it('writes a year with its day where the year does not begin on a tick', () => {
    const labels = alone(Date.UTC(2026, 9, 19), Date.UTC(2027, 1, 11), 680)
    expect(labels.filter((label) => label.includes('2027'))).toEqual(['4 Jan 2027'])
  })

  it('writes no day at an hour within it, which would read as its midnight', () => {
    const evening = Date.UTC(2026, 10, 22, 13)
    expect(alone(evening, evening + day, 400)).toEqual(['18:00', 'Mon 23 Nov', '06:00', '12:00'])
  })

  it('writes the day with the first hour where no other day is named', () => {
    const noon = Date.UTC(2026, 10, 22, 12)
    expect(alone(noon, noon + 4 * HOUR, 300)[0]).toBe('Sun 22 Nov 12:00')
  })

  it('writes the day instead of its first hour', () => {
    const labels = alone(Date.UTC(2026, 9, 19), Date.UTC(2026, 9, 19) + day * 1.5, 600)
    expect(labels.filter((label) => /^\w+ \d+|\d+ \w+/.test(label)).length).toBe(2)
  })
})
