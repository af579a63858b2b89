import { describe, expect, it } from 'vitest'
import { formatCount, formatSeverity, formatShare } from './format-figures.ts'

describe('figures', () => {
  it('group thousands of a count', () => expect(formatCount(1_234_567, 'en')).toBe('1,234,567'))
  it('do not round a small share down to zero', () => expect(formatShare(0.00083, 'en')).toBe('0.083\u00a0%'))
  it('say of a share that is hardly any no more than that', () =>
    expect(formatShare(5.2e-10, 'en')).toBe('< 0.01\u00a0%'))
  it('show a share of zero as zero', () => expect(formatShare(0, 'en')).toBe('0\u00a0%'))
  it('have a dash for a share and a severity that are not there', () =>
    expect([formatShare(null, 'en'), formatSeverity(null, 'en')]).toEqual(['–', '–']))
  it.each([
    [6.25, '6.3'],
    [4, '4'],
    [1.449, '1.4'],
  ])('write a severity of %d as %s', (value, text) => expect(formatSeverity(value, 'en')).toBe(text))
})
