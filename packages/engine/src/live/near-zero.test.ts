import { describe, expect, it } from 'vitest'
import { isNearZero, type NearZeroRow, takeNearZero } from './near-zero.ts'

const low = (seriesId: string, value = 0, given: Partial<NearZeroRow> = {}): NearZeroRow => ({
  seriesId,
  value,
  at: 10,
  usual: 50,
  spread: 2,
  min: 40,
  ...given,
})
const row = (rows: NearZeroRow[], values = rows.length, members = 2) => ({ instance: 'a', members, rows, values })
const place = (at: number) => ({ row: at, time: at * 10 })

describe('isNearZero', () => {
  it.each([
    [{ value: 1, usual: 50, min: 40 }, true],
    [{ value: 1.1, usual: 50, min: 40 }, false],
    [{ value: 0.6, usual: 50, min: 0.5 }, false],
    [{ value: -1, usual: 50, min: 40 }, true],
    [{ value: 0, usual: 50, min: -1 }, false],
  ])('says of %j: %j', (given, expected) => expect(isNearZero(given)).toBe(expected))
})

describe('takeNearZero', () => {
  it('begins with the first row, and keeps the lowest values', () => {
    const first = takeNearZero(undefined, row([low('cpu', 0.5), low('mem', 0)]), place(1))
    const second = takeNearZero(first, row([low('cpu', 0.2, { at: 20 }), low('mem', 0.3, { at: 20 })]), place(2))
    expect(second).toMatchObject({ fromRow: 1, toRow: 3, rows: 2, start: 10, end: 20, emptyRows: 0, values: 'all' })
    expect(second!.series.map(({ lowest, lowestAt }) => [lowest, lowestAt])).toEqual([
      [0.2, 20],
      [0, 10],
    ])
  })

  it('ends with a value that is not near zero', () => {
    const first = takeNearZero(undefined, row([low('cpu'), low('mem')]), place(1))
    expect(takeNearZero(first, row([low('cpu')], 2), place(2))).toBeUndefined()
  })

  it('neither ends nor grows with a row that lacks values', () => {
    const first = takeNearZero(undefined, row([low('cpu'), low('mem')]), place(1))
    expect(takeNearZero(first, row([low('cpu')]), place(2))).toBe(first)
    const third = takeNearZero(first, row([low('cpu'), low('mem')]), place(3))
    expect(third).toMatchObject({ rows: 3, emptyRows: 1 })
  })

  it('does not begin where fewer than half of the series were never so near', () => {
    const idle = (id: string) => low(id, 0, { min: 0 })
    expect(takeNearZero(undefined, row([low('cpu'), idle('errors')]), place(1))).toBeDefined()
    expect(takeNearZero(undefined, row([low('cpu'), idle('errors'), idle('retries')], 3, 3), place(1))).toBeUndefined()
    expect(takeNearZero(undefined, row([low('cpu')], 1, 3), place(1))).toBeUndefined()
  })
})
