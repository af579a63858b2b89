import { describe, expect, it } from 'vitest'
import { formatClock, formatMoment, formatSpan, isKnownTimeZone } from './moments.ts'
import { formatBytes, formatExpected, formatFigure, formatNumber } from './numbers.ts'
import { formatRelative } from './use-format.ts'

describe('numbers', () => {
  it('keeps four significant digits', () => expect(formatNumber(2 / 3, 'en')).toBe('0.6667'))
  it('writes figures as the sentences of findings do', () => {
    const figures = [5_666, 123_456.7, 98.44, 0.012345, -3_092.4, 0]
    expect(figures.map((value) => formatFigure(value, 'en'))).toEqual([
      '5,666',
      '123,457',
      '98.4',
      '0.0123',
      '-3,092',
      '0',
    ])
  })
  it('gives an expected value the digits that tell it from the measured one', () => {
    expect(formatExpected(5.668, 5.67, 'en')).toBe('5.668')
    expect(formatExpected(20.04, 98, 'en')).toBe('20')
    expect(formatExpected(98, 98, 'en')).toBe('98')
  })
  it('writes the very small as a power', () => expect(formatNumber(0.00000795, 'en')).toBe('7.95E-6'))
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [8_388_608, '8.4 MB'],
    [200_000_000, '200 MB'],
  ])('writes %d bytes as %s', (bytes, text) => expect(formatBytes(bytes, 'en')).toBe(text))
})

describe('times ago', () => {
  it('writes now for the last seconds', () => expect(formatRelative(1000, 20_000, 'en')).toBe('now'))
  it('uses the largest unit that fits', () => {
    expect(formatRelative(0, 3 * 60_000, 'en')).toBe('3 minutes ago')
    expect(formatRelative(0, 86_400_000, 'en')).toBe('yesterday')
    expect(formatRelative(2 * 3_600_000, 0, 'en')).toBe('in 2 hours')
  })
  it('spaces a Chinese figure as durations do', () => {
    expect(formatRelative(0, 3 * 60_000, 'zh-CN')).toBe('3 分钟前')
    expect(formatRelative(0, 86_400_000, 'zh-CN')).toBe('昨天')
  })
})

describe('moments', () => {
  const zone = { locale: 'en-GB', timeZone: 'Asia/Shanghai' }
  const noon = Date.UTC(2026, 10, 20, 4)
  it('shows a time in the given zone', () => expect(formatMoment(noon, zone, noon)).toBe('20 Nov, 12:00'))
  it('shows the hour of today, and the day of another one', () => {
    expect(formatClock(noon, zone, noon + 3_600_000)).toBe('12:00')
    expect(formatClock(noon, zone, noon + 13 * 3_600_000)).toBe('20 Nov, 12:00')
  })
  it('adds the year if it differs', () =>
    expect(formatMoment(Date.UTC(2024, 0, 2), zone, noon)).toBe('02/01/24, 08:00'))
  it('writes the day of a span once', () =>
    expect(formatSpan(noon, noon + 3_600_000, zone).match(/2026/g)).toHaveLength(1))
  it('omits the hours over several days', () => {
    expect(formatSpan(noon, noon + 7 * 86_400_000, zone)).toMatch(/^20\s–\s27 Nov 2026$/)
  })
  it('writes a Chinese range like every other date, without what is the same', () => {
    const han = { locale: 'zh-CN', timeZone: 'UTC' }
    const day = 86_400_000
    const from = Date.UTC(2026, 9, 19)
    expect([6 * day, 20 * day, 100 * day].map((length) => formatSpan(from, from + length, han))).toEqual([
      '2026年10月19日 – 25日',
      '2026年10月19日 – 11月8日',
      '2026年10月19日 – 2027年1月27日',
    ])
    expect([0, 4 * 3_600_000, 1.5 * day].map((length) => formatSpan(from, from + length, han))).toEqual([
      '2026年10月19日 00:00',
      '2026年10月19日 00:00–04:00',
      '2026年10月19日 00:00 – 20日 12:00',
    ])
  })
  it('recognises valid zones', () => {
    expect(isKnownTimeZone('Europe/Berlin')).toBe(true)
    expect(isKnownTimeZone('Mars/Olympus')).toBe(false)
  })
})
