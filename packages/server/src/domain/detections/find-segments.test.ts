import { describe, expect, it } from 'vitest'
import type { RowScores } from '../../ports/point-store.ts'
import { findSegments, groupsOf } from './find-segments.ts'

const options = { modelType: 'Holistic', pvalue: 0.99, cvalue: 5, gaps: [] } as const

function normalWith(...flagged: [from: number, to: number][]): RowScores {
  const probability = new Float64Array(1000).fill(0.5)
  for (const [from, to] of flagged) probability.fill(0.001, from, to)
  const times = Float64Array.from(probability, (_, row) => row * 1000)
  return { times, probability, direction: new Int8Array(1000) }
}

describe('findSegments', () => {
  it('takes flagged rows that could make a period, with a row on either side', () => {
    expect(findSegments(normalWith([500, 505]), options)).toEqual([{ from: 499, to: 506, row: 499 }])
  })

  it('takes sixty rows around them for HolisticCP, which looks at levels', () => {
    const segments = findSegments(normalWith([500, 505]), { ...options, modelType: 'HolisticCP' })
    expect(segments).toEqual([{ from: 440, to: 565, row: 440 }])
  })

  it('passes over fewer flagged rows than a period needs', () => {
    expect(findSegments(normalWith([500, 504]), options)).toEqual([])
  })

  it('bridges one normal row, not two, and stays inside of the file', () => {
    expect(findSegments(normalWith([0, 3], [4, 6], [90, 93], [95, 98], [994, 1000]), options)).toEqual([
      { from: 0, to: 7, row: 0 },
      { from: 993, to: 1000, row: 993 },
    ])
  })

  it('bridges any number of rows without a score', () => {
    const scores = normalWith([500, 503], [600, 603])
    scores.probability.fill(Number.NaN, 503, 600)
    expect(findSegments(scores, options)).toEqual([{ from: 499, to: 604, row: 499 }])
  })

  it('takes what is silent, whatever its scores', () => {
    const gaps = [{ start: 200_000, end: 204_000 }]
    expect(findSegments(normalWith(), { ...options, gaps })).toEqual([{ from: 199, to: 206, row: 199 }])
  })
})

describe('groupsOf', () => {
  it('fills groups to the last row and cuts what does not fit', () => {
    const segments = [
      { from: 0, to: 6, row: 0 },
      { from: 10, to: 25, row: 10 },
    ]
    expect(groupsOf(segments, { rowsAtOnce: 10, timesAtOnce: 5 })).toEqual([
      [
        { from: 0, to: 6, row: 0 },
        { from: 10, to: 14, row: 10 },
      ],
      [{ from: 14, to: 24, row: 14 }],
      [{ from: 24, to: 25, row: 24 }],
    ])
  })

  it('makes smaller groups of many small segments', () => {
    const segments = Array.from({ length: 40 }, (_, index) => ({
      from: index * 10,
      to: index * 10 + 2,
      row: index * 10,
    }))
    const sizes = groupsOf(segments, { rowsAtOnce: 1000, timesAtOnce: 50 }).map((group) => group.length)
    expect(sizes).toEqual([25, 15])
  })
})
