import { describe, expect, it } from 'vitest'
import { axisFormat, formatSpan, formatValue } from './format-value.ts'
import { textWidth } from './text-width.ts'
import { valueDomain } from './value-domain.ts'
import { valueTicks } from './value-ticks.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('formatValue', () => {
  it.each([
    [98, '%', '98 %'],
    [98.44, '%', '98.4 %'],
    [0, '%', '0 %'],
    [12_400, '', '12,400'],
    [1_234_567, 'req/s', '1.23 M req/s'],
    [0.00123, '', '0.00123'],
    [1536, 'bytes', '1.54 kB'],
    [3481, 'MB', '3.48 GB'],
    [2048, 'MiB', '2.15 GB'],
    [480, 'KB', '480 kB'],
    [1_048_576, 'B/s', '1.05 MB/s'],
    [3, 'KiB/s', '3.07 kB/s'],
    [142, '/s', '142/s'],
    [1_234_567, '/s', '1.23 M/s'],
    [3200, 'ms', '3.2 s'],
    [0.25, 's', '250 ms'],
    [-4.5, '°C', '-4.5 °C'],
    [1e21, '', '1.00e+21'],
    [null, '%', '–'],
    [Number.NaN, '%', '–'],
    [Number.POSITIVE_INFINITY, '%', '∞'],
  ])('writes %s with unit "%s" as %s', (value, unit, text) => {
    expect(plain(formatValue(value, unit, 'en'))).toBe(text)
  })

  it('follows the language', () => {
    expect(plain(formatValue(1234.5, '', 'de'))).toBe('1.235')
    expect(plain(formatValue(1.5, '%', 'de'))).toBe('1,5 %')
  })
})

describe('formatSpan', () => {
  it('writes a shared unit once and an equal value once', () => {
    expect(plain(formatSpan(20, 45, '%', 'en'))).toBe('20–45 %')
    expect(plain(formatSpan(20, 20, '%', 'en'))).toBe('20 %')
    expect(plain(formatSpan(90, 160, '/s', 'en'))).toBe('90–160/s')
    expect(plain(formatSpan(512, 2048, 'B/s', 'en'))).toBe('512 B/s – 2.05 kB/s')
    expect(plain(formatSpan(900, 1800, 'ms', 'en'))).toBe('900 ms – 1.8 s')
    expect(plain(formatSpan(null, 45, '%', 'en'))).toBe('45 %')
  })
})

describe('axisFormat', () => {
  it('scales all ticks to one unit', () => {
    const ticks = valueTicks(0, 4000, 4, 'MB')
    const axis = axisFormat(ticks, 'MB', 'en')
    expect(axis.unitLabel).toBe('GB')
    expect(ticks.map(axis.format)).toEqual(['0', '1', '2', '3', '4'])
  })

  it('gives ticks as many decimals as their step needs', () => {
    const ticks = [3, 3.25, 3.5]
    expect(ticks.map(axisFormat(ticks, '%', 'en').format)).toEqual(['3', '3.25', '3.5'])
  })

  it('keeps a suffix behind the size', () => {
    expect(plain(axisFormat([0, 2_000_000], 'req/s', 'en').unitLabel)).toBe('M req/s')
    expect(axisFormat([0, 2_000_000], '/s', 'en').unitLabel).toBe('M/s')
  })
})

describe('valueTicks', () => {
  it('are round and inside', () => {
    expect(valueTicks(0, 100, 4)).toEqual([0, 50, 100])
    expect(valueTicks(0.11, 0.42, 3)).toEqual([0.2, 0.4])
    expect(valueTicks(-7, 7, 3)).toEqual([-5, 0, 5])
  })

  it('are empty for an empty or infinite span', () => {
    expect(valueTicks(5, 5, 4)).toEqual([])
    expect(valueTicks(0, Number.POSITIVE_INFINITY, 4)).toEqual([])
  })
})

describe('valueDomain', () => {
  it('starts at zero where the data comes near it', () => {
    expect(valueDomain({ min: 10, max: 60 }, '', 140, 18).min).toBe(0)
    expect(valueDomain({ min: 3000, max: 3400 }, '', 140, 18).min).toBeGreaterThan(2900)
  })

  it('shows a share up to 100', () => {
    expect(valueDomain({ min: 3, max: 62 }, '%', 140, 0).max).toBe(100)
    expect(valueDomain({ min: 3, max: 12 }, '%', 140, 0).max).toBeLessThan(13)
  })

  it('leaves the strip of bars free above the highest value', () => {
    const height = 140
    const { min, max } = valueDomain({ min: 0, max: 80 }, '', height, 18)
    expect(height - ((80 - min) / (max - min)) * height).toBeCloseTo(18)
  })

  it('opens up around a constant and around nothing', () => {
    const constant = valueDomain({ min: 5, max: 5 }, '', 140, 8)
    expect(constant.min).toBeLessThan(5)
    expect(constant.max).toBeGreaterThan(5)
    const zero = valueDomain({ min: 0, max: 0 }, '', 140, 8)
    expect([zero.min, zero.max > 0]).toEqual([0, true])
    expect(valueDomain(null, '', 140, 8)).toEqual({ min: 0, max: 1 })
  })
})

describe('textWidth', () => {
  it('counts a Chinese character as one em', () => {
    expect(textWidth('异常', 10)).toBe(20)
    expect(textWidth('00:00', 10)).toBeLessThan(30)
  })
})
