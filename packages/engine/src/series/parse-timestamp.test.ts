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

  it.each(['', 'x', '-5', '2015-02-30', '2015-13-01', '2015-09-18T25:00', '1e20', '18/09/2015'])(
    'refuses %j',
    (text) => {
      expect(parseTimestamp(text)).toBeUndefined()
    },
  )
})
