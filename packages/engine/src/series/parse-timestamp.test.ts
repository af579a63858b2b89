import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTimestamp } from './parse-timestamp.ts'

describe('parseTimestamp', () => {
  it('tells the unit of an epoch number by its size', () => {
    expect(parseTimestamp('1442555275')).toEqual({ ms: 1442555275000, unit: 's', hasZone: true })
    expect(parseTimestamp('1442555275000')).toEqual({ ms: 1442555275000, unit: 'ms', hasZone: true })
    expect(parseTimestamp('1442555275000000')).toEqual({ ms: 1442555275000, unit: 'us', hasZone: true })
    expect(parseTimestamp('1442555275000000000')).toEqual({ ms: 1442555275000, unit: 'ns', hasZone: true })
    expect(parseTimestamp('1442555275.25')?.ms).toBe(1442555275250)
  })

  it('reads every millisecond of microseconds and nanoseconds exactly', () => {
    const times = fc.integer({ min: Date.UTC(1991, 0, 1), max: Date.UTC(2099, 11, 31) })
    fc.assert(
      fc.property(times, fc.constantFrom('000', '001', '499', '999'), (ms, finer) => {
        expect(parseTimestamp(`${ms}${finer}`)).toMatchObject({ ms, unit: 'us' })
        expect(parseTimestamp(`${ms}${finer}${finer}`)).toMatchObject({ ms, unit: 'ns' })
      }),
    )
  })

  it.each(['s', 'ms', 'us', 'ns'])('reads the first and last time of the range in %s', (unit) => {
    const digits = { s: '', ms: '000', us: '000000', ns: '000000000' }[unit]
    const [first, last] = [Date.UTC(1991, 0, 1) / 1000, Date.UTC(2100, 0, 1) / 1000 - 1]
    expect(parseTimestamp(`${first}${digits}`)).toMatchObject({ ms: first * 1000, unit })
    expect(parseTimestamp(`${last}${digits}`)).toMatchObject({ ms: last * 1000, unit })
    expect(parseTimestamp(`${last + 1}${digits}`)).toBeUndefined()
    expect(parseTimestamp(`${Date.UTC(1990, 0, 1) / 1000 - 1}${digits}`)).toBeUndefined()
  })

  it('reads an exponent that keeps the second, and no rounded number', () => {
    expect(parseTimestamp('1.442555275e+09')?.ms).toBe(1442555275000)
    expect(parseTimestamp('1.442555275000000000e+09')?.ms).toBe(1442555275000)
    expect(parseTimestamp('1.44256E+12')).toBeUndefined()
  })

  it.each([
    ...['12', '2026', '2026.5', '202603', '2026060', '20260301', '46314', '46314.003472', '638', '-46314'],
    ...['2026030100', '2603010005', '202603010005', '20260301000500', '20260301000500000', '639080000000000000'],
  ])('does not read %s as an epoch time', (text) => {
    expect(parseTimestamp(text)).toBeUndefined()
  })

  it('reads ISO 8601 with and without a zone', () => {
    expect(parseTimestamp('2015-09-18T05:47:55Z')).toEqual({ ms: 1442555275000, unit: 'iso', hasZone: true })
    expect(parseTimestamp('2015-09-18 05:47:55')).toEqual({ ms: 1442555275000, unit: 'iso', hasZone: false })
    expect(parseTimestamp('2015-09-18T13:47:55.500+08:00')?.ms).toBe(1442555275500)
    expect(parseTimestamp('2015-09-18T02:17:55-0330')?.ms).toBe(1442555275000)
    expect(parseTimestamp('2015-09-18')?.ms).toBe(Date.UTC(2015, 8, 18))
  })

  it('reads the commonest form as every other one', () => {
    const years = fc.integer({ min: 0, max: 9999 })
    const parts = fc.tuple(years, ...[13, 32, 25, 61, 61].map((max) => fc.integer({ min: 0, max })))
    fc.assert(
      fc.property(parts, fc.constantFrom(' ', 'T'), fc.constantFrom('', 'Z'), (numbers, letter, zone) => {
        const [year, month, day, hour, minute, second] = numbers.map((n, k) => `${n}`.padStart(k === 0 ? 4 : 2, '0'))
        const text = `${year}-${month}-${day}${letter}${hour}:${minute}:${second}`
        // A blank before it leaves only the regular expression
        expect(parseTimestamp(`${text}${zone}`)).toEqual(parseTimestamp(` ${text}${zone}`))
      }),
      { numRuns: 5000 },
    )
  })

  it('reads every day of four centuries in the commonest form', () => {
    for (let ms = Date.UTC(1900, 0, 1); ms < Date.UTC(2301, 0, 1); ms += 86_400_000)
      if (parseTimestamp(new Date(ms).toISOString().slice(0, 19))?.ms !== ms) expect.fail(new Date(ms).toISOString())
  })

  it.each([
    '',
    'x',
    '-5',
    '2015-02-30',
    '2015-13-01',
    '2015-09-18T25:00',
    '1e20',
    '18/09/2015',
    '2015-09-18 05:4a:55',
    '2023-02-29 00:00:00',
  ])('refuses %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined()
  })
})
