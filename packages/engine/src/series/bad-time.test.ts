import { describe, expect, it } from 'vitest'
import { describeBadTime, readTime } from './bad-time.ts'

describe('describeBadTime', () => {
  it.each([
    ['46314.003472', 'dayNumber'],
    ['46314,003472', 'dayNumber'],
    ['4.6314e+04', 'dayNumber'],
    ['2026', 'year'],
    ['2026.5', 'year'],
    ['202603', 'month'],
    ['2026060', 'dayOfYear'],
    ['20260301', 'date'],
    ['20260301.0', 'date'],
    ['01032026', 'date'],
    ['260301', 'date'],
    ['2026030100', 'dateTime'],
    ['2603010005', 'dateTime'],
    ['202603010005', 'dateTime'],
    ['20260301000500', 'dateTime'],
    ['20260301T000500Z', 'dateTime'],
    ['639080000000000000', 'ticks'],
    ['1.79E+12', 'rounded'],
    ['1,79E+12', 'rounded'],
    ['12', 'outside'],
    ['-1792368000', 'outside'],
    ['1970-01-01 00:00:05', 'outside'],
    ['99999999999999999999', 'outside'],
    ['1/2/2026 10:00', 'dayOrMonth'],
    ['19/10/26', 'dayOrMonth'],
    ['14:05', 'clock'],
    ['2:05 PM', 'clock'],
    ['noon', undefined],
    ['', undefined],
  ])('says that %j looks like %s', (text, looksLike) => {
    expect(describeBadTime(text)).toMatchObject({ text, ...(looksLike && { looksLike }) })
    expect(describeBadTime(text).looksLike).toBe(looksLike)
  })

  it('says what was found, what to do, and what is read', () => {
    expect(describeBadTime(' 46082.01 ').reason).toBe(
      "'46082.01' looks like a day number of a spreadsheet: export the column as date and time, like 2026-03-01 00:05:00; " +
        'ISO 8601, dates like 28.11.2026 14:05, 11/28/2026 2:05 PM or 28 Nov 2026 14:05, and epoch seconds, milliseconds, ' +
        'microseconds and nanoseconds of 1990 to 2099 are read',
    )
    expect(describeBadTime('noon').reason).toMatch(/^'noon' is not a time; ISO 8601, dates like/)
    expect(describeBadTime('x'.repeat(50)).text).toBe(`${'x'.repeat(40)}…`)
  })
})

describe('readTime', () => {
  it('reads epoch seconds with a decimal comma', () => {
    expect(readTime('1442555275,25')).toMatchObject({ ms: 1442555275250, unit: 's' })
  })

  it('reads a date that ends with its year if it can be read in one order only, and dots with the day first', () => {
    expect(readTime('28/11/2026')).toMatchObject({ ms: Date.UTC(2026, 10, 28), unit: 'dayFirst' })
    expect(readTime('11-28-2026')).toMatchObject({ ms: Date.UTC(2026, 10, 28), unit: 'monthFirst' })
    expect(readTime('1.2.2026')).toMatchObject({ ms: Date.UTC(2026, 1, 1), unit: 'dayFirst' })
    expect(readTime('1/2/2026')).toMatchObject({ looksLike: 'dayOrMonth' })
  })

  it('rejects ISO 8601 before 1990 and from 2100 on', () => {
    expect(readTime('1989-12-31 23:59:59')).toMatchObject({ looksLike: 'outside' })
    expect(readTime('1990-01-01')).toMatchObject({ ms: Date.UTC(1990, 0, 1) })
    expect(readTime('2100-01-01')).toMatchObject({ looksLike: 'outside' })
  })
})
