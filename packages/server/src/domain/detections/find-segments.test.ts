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
  it('takes sixty rows around flagged ones that could make a period', () => {
    expect(findSegments(normalWith([500, 505]), options)).toEqual([{ from: 440, to: 565, row: 440 }])
  })

  it('passes over fewer flagged rows than a period needs', () => {
    expect(findSegments(normalWith([500, 504]), options)).toEqual([])
  })

  it('joins what is close together and stays inside of the file', () => {
    expect(findSegments(normalWith([10, 15], [90, 95], [994, 1000]), options)).toEqual([
      { from: 0, to: 155, row: 0 },
      { from: 934, to: 1000, row: 934 },
    ])
  })

  it('takes rows without a score for normal ones', () => {
    const scores = normalWith([500, 505])
    scores.probability.fill(Number.NaN, 505, 600)
    expect(findSegments(scores, options)).toEqual([{ from: 440, to: 565, row: 440 }])
  })

  it('takes what is silent, whatever its scores', () => {
    const gaps = [{ start: 200_000, end: 204_000 }]
    expect(findSegments(normalWith(), { ...options, gaps })).toEqual([{ from: 140, to: 265, row: 140 }])
  })
})

describe('groupsOf', () => {
  it('fills groups to the last row and cuts what does not fit', () => {
    const segments = [
      { from: 0, to: 6, row: 0 },
      { from: 10, to: 25, row: 10 },
    ]
    expect(groupsOf(segments, 10)).toEqual([
      [
        { from: 0, to: 6, row: 0 },
        { from: 10, to: 14, row: 10 },
      ],
      [{ from: 14, to: 24, row: 14 }],
      [{ from: 24, to: 25, row: 24 }],
    ])
  })
})
