import { describe, expect, it } from 'vitest'
import { findCrossings, type KnownCrossing } from './crossings.ts'

const cross = (values: number[], known?: KnownCrossing) =>
  findCrossings(
    Float64Array.from(values.keys()),
    Float64Array.from(values),
    { alertAbove: 10, alertBelow: 0 },
    3,
    known,
  )

describe('findCrossings', () => {
  it('takes so many rows in a row, and as many to be back', () => {
    expect(cross([5, 5, 5, 11, 12, 9, 11, 13, 12, 9, 11, 9, 9, 9, 9])).toEqual([
      { side: 'above', limit: 10, start: 6, dueAt: 8, endedAt: 13, peak: 13 },
    ])
  })
  it('lasts while the samples do', () => {
    expect(cross([5, 5, 5, -1, -4, -2])).toEqual([
      { side: 'below', limit: 0, start: 3, dueAt: 5, endedAt: undefined, peak: -4 },
    ])
  })
  it('passes over gaps', () => {
    expect(cross([5, 5, 5, 12, Number.NaN, 12, Number.NaN, 12])).toMatchObject([{ start: 3, dueAt: 7 }])
  })
  it('leaves out what may have begun before, though a dip comes first', () => {
    expect(cross([Number.NaN, 12, 12, 12, 12])).toEqual([])
    expect(cross([9, 9, 12, 12, 12, 12])).toEqual([])
    expect(cross([9, 9, 12, 9, 12, 12, 12, 9, 9, 9, 12, 12, 12])).toMatchObject([{ start: 10 }])
  })
  it('goes on with what is known of before, and finds its end', () => {
    const known = { side: 'above', start: -100, dueAt: -98, peak: 14 } as const
    expect(cross([9, 9, 12, 12, 9, 9, 12], known)).toEqual([{ ...known, limit: 10, endedAt: undefined }])
    expect(cross([9, 9, 15, 9, 9, 9, 12, 12, 12], known)).toMatchObject([
      { start: -100, endedAt: 5, peak: 15 },
      { start: 6, endedAt: undefined },
    ])
    expect(cross([9, 9, 12, 12, 12], { ...known, start: 2 })).toMatchObject([{ start: 2, endedAt: undefined }])
  })
  it('goes from one side to the other', () => {
    const sides = cross([5, 5, 5, 12, 12, 12, -1, -1, -1, -1, -1])
    expect(sides).toMatchObject([
      { side: 'above', endedAt: 8 },
      { side: 'below', start: 8, dueAt: 10 },
    ])
  })
})
