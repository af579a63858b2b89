import { describe, expect, it } from 'vitest'
import { findDateOrders, isClock, parseDate } from './parse-date.ts'

const NOON = Date.UTC(2026, 9, 5, 14, 5, 30)

describe('parseDate', () => {
  it.each([
    ['2026/10/05 14:05:30', 'date', false],
    ['2026.10.05 14:05:30', 'date', false],
    ['2026-10-5 14:05:30', 'iso', false],
    ['2026/10/5 2:05:30 PM', 'date', false],
    ['20261005T140530', 'iso', false],
    ['20261005T140530Z', 'iso', true],
    ['20261005T160530.000+0200', 'iso', true],
    ['20261005 14:05:30', 'iso', false],
    ['2026-10-05 14:05:30 +0000 UTC', 'iso', true],
    ['2026-10-05 14:05:30.000000001 +0000 UTC m=+0.012', 'iso', true],
    ['Mon Oct 05 2026 14:05:30 GMT+0000', 'date', true],
    ['Mon Oct 05 2026 16:05:30 GMT+0200 (Central European Summer Time)', 'date', true],
    ['Mon, 05 Oct 2026 14:05:30 GMT', 'date', true],
    ['Mon Oct  5 14:05:30 2026', 'date', false],
    ['Mon Oct  5 14:05:30 UTC 2026', 'date', true],
    ['05/Oct/2026:14:05:30 +0000', 'date', true],
    ['5-Oct-26 14:05:30', 'date', false],
    ['5 October 2026, 14:05:30', 'date', false],
    ['Oct 5, 2026 2:05:30 p.m.', 'date', false],
  ])('reads %j', (text, unit, hasZone) => {
    expect(parseDate(text)).toEqual({ ms: NOON, unit, hasZone })
    expect(parseDate(` ${text} `)).toEqual({ ms: NOON, unit, hasZone })
  })

  it('reads dates without a time of day, and months', () => {
    expect(parseDate('2026/10/05')).toEqual({ ms: Date.UTC(2026, 9, 5), unit: 'date', hasZone: true })
    expect(parseDate('2026-10')).toEqual({ ms: Date.UTC(2026, 9, 1), unit: 'iso', hasZone: true })
  })

  it('reads numbers that end with the year in the order that it is given', () => {
    const of = (text: string, order: 'dayFirst' | 'monthFirst') => parseDate(text, order)?.ms
    expect(of('05.10.2026 14:05:30', 'dayFirst')).toBe(NOON)
    expect(of('5/10/26 2:05:30 PM', 'dayFirst')).toBe(NOON)
    expect(of('10/5/2026 2:05:30PM', 'monthFirst')).toBe(NOON)
    expect(of('10-05-2026, 14:05:30', 'monthFirst')).toBe(NOON)
    expect(parseDate('05.10.2026', 'dayFirst')?.unit).toBe('dayFirst')
    expect(parseDate('10/5/2026', 'monthFirst')?.unit).toBe('monthFirst')
    expect(parseDate('5/10/2026')).toBeUndefined()
  })

  it('counts hours of a half day as a clock shows them', () => {
    const hours = ['12:00 AM', '1:00 AM', '12:00 PM', '11:00 pm'].map((clock) => parseDate(`2026/1/1 ${clock}`)?.ms)
    expect(hours).toEqual([0, 1, 12, 23].map((hour) => Date.UTC(2026, 0, 1, hour)))
  })

  it.each([
    ...['2026/02/30', '2026/13/01', '2026/10/05 25:00', '2026/10/05 13:00 PM', '2026/10/05 0:00 AM'],
    ...['29 Feb 2026', 'Oct 5 14:05:30', 'Mon Oct 5 14:05:30 CEST 2026', 'May', 'Monday', '10/05/2026', '1.2.3', ''],
  ])('rejects %j', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })

  it('answers at once for a long text', () => {
    expect(parseDate(`Mon ${' '.repeat(1_000_000)}x`)).toBeUndefined()
  })
})

describe('findDateOrders', () => {
  it('gives the orders that make a day of the calendar', () => {
    expect(findDateOrders('1/2/2026')).toEqual({ orders: ['dayFirst', 'monthFirst'], hasDots: false })
    expect(findDateOrders('28/2/2026')?.orders).toEqual(['dayFirst'])
    expect(findDateOrders('2/28/2026 10:00')?.orders).toEqual(['monthFirst'])
    expect(findDateOrders('19.10.26')).toEqual({ orders: ['dayFirst', 'yearFirst'], hasDots: true })
    expect(findDateOrders('10/19/26')?.orders).toEqual(['monthFirst'])
    expect(findDateOrders('2026/10/19')).toBeUndefined()
  })
})

describe('isClock', () => {
  it('tells a time of day from a date', () => {
    expect(['14:05', '2:05:30 pm', '14:05:30.250Z'].every(isClock)).toBe(true)
    expect(['2026-01-01', '14', 'noon', '2026-01-01 14:05'].some(isClock)).toBe(false)
  })
})
