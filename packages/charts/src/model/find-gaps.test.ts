import { describe, expect, it } from 'vitest'
import type { ChartLine } from './chart-types.ts'
import { commonGaps, joinGaps, lineGaps } from './find-gaps.ts'
import { nearestIndex, timeExtent, visibleRange } from './sample-lookup.ts'

const ALL = { from: 0, to: 1e6 }
function lineOf(values: (number | null)[], times = values.map((_, i) => i * 10)): ChartLine {
  return { id: 'a', label: 'a', seriesId: 'a', times, min: values, max: values }
}

describe('lineGaps', () => {
  it('reaches from the last value before to the first after', () => {
    expect(lineGaps(lineOf([1, null, Number.NaN, 4, 5]), ALL)).toEqual([{ start: 0, end: 30 }])
  })

  it('finds a jump in the times without a null', () => {
    expect(lineGaps(lineOf([1, 2, 3, 4], [0, 10, 20, 90]), ALL)).toEqual([{ start: 20, end: 90 }])
  })

  it('finds missing values at the start and at the end', () => {
    expect(lineGaps(lineOf([null, null, 3, null]), ALL)).toEqual([
      { start: 0, end: 20 },
      { start: 20, end: 30 },
    ])
  })

  it('is all of a line without any value', () => {
    expect(lineGaps(lineOf([null, null, null]), ALL)).toEqual([{ start: 0, end: 20 }])
  })
})

describe('commonGaps', () => {
  it('is where no line has a value', () => {
    const a = [
      { start: 0, end: 50 },
      { start: 80, end: 90 },
    ]
    const b = [{ start: 30, end: 85 }]
    expect(commonGaps([a, b])).toEqual([
      { start: 30, end: 50 },
      { start: 80, end: 85 },
    ])
    expect(commonGaps([a, []])).toEqual([])
    expect(commonGaps([])).toEqual([])
  })
})

describe('joinGaps', () => {
  it('joins overlapping intervals', () => {
    expect(
      joinGaps([
        { start: 5, end: 9 },
        { start: 0, end: 6 },
        { start: 20, end: 22 },
      ]),
    ).toEqual([
      { start: 0, end: 9 },
      { start: 20, end: 22 },
    ])
  })
})

describe('sample lookup', () => {
  it('finds the nearest sample, the earlier of two equally near', () => {
    const times = [0, 10, 20]
    expect([-5, 4, 5, 6, 99].map((t) => nearestIndex(times, t))).toEqual([0, 0, 0, 1, 2])
    expect(nearestIndex([], 3)).toBe(-1)
  })

  it('covers repeated times at the end of a view', () => {
    expect(visibleRange([0, 10, 20, 20, 30, 40], { from: 10, to: 20 })).toEqual([0, 5])
  })

  it('has no extent without samples', () => {
    expect(timeExtent([{ times: [] }])).toBeNull()
    expect(timeExtent([{ times: [5, 9] }, { times: [2, 3] }])).toEqual({ from: 2, to: 9 })
  })
})
