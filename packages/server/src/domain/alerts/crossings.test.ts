import { describe, expect, it } from 'vitest'
import { findCrossings } from './crossings.ts'

const cross = (values: number[], limits = { alertAbove: 10, alertBelow: 0 }) =>
  findCrossings(Float64Array.from(values.keys()), Float64Array.from(values), limits, 3)

describe('findCrossings', () => {
  it('takes so many rows in a row, and as many to be back', () => {
    expect(cross([5, 11, 12, 9, 11, 13, 12, 9, 11, 9, 9, 9, 9])).toEqual([
      { side: 'above', limit: 10, start: 4, dueAt: 6, endedAt: 11, peak: 13 },
    ])
  })
  it('lasts while the samples do', () => {
    expect(cross([5, 5, -1, -4, -2])).toEqual([
      { side: 'below', limit: 0, start: 2, dueAt: 4, endedAt: undefined, peak: -4 },
    ])
  })
  it('passes over gaps, and leaves out what began before', () => {
    expect(cross([Number.NaN, 12, 12, 12, 12])).toEqual([])
    expect(cross([5, 12, Number.NaN, 12, Number.NaN, 12])).toMatchObject([{ start: 1, dueAt: 5 }])
  })
  it('goes from one side to the other', () => {
    const sides = cross([5, 12, 12, 12, -1, -1, -1, -1, -1])
    expect(sides).toMatchObject([
      { side: 'above', endedAt: 6 },
      { side: 'below', start: 6, dueAt: 8 },
    ])
  })
})
