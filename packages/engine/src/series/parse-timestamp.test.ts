import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTimestamp } from './parse-timestamp.ts'

describe('parseTimestamp', () => {
  it('tells milliseconds from seconds by size', () => {
    expect(parseTimestamp('1442555275000')).toEqual({ ms: 1442555275000, unit: 'ms', hasZone: true })
    expect(parseTimestamp('1442555275')).toEqual({ ms: 1442555275000, unit: 's', hasZone: true })
    expect(parseTimestamp('1442555275.25')?.ms).toBe(1442555275250)
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
