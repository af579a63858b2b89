import { describe, expect, it } from 'vitest'
import { groupSegments } from './group-segments.ts'

describe('groupSegments', () => {
  it('puts together what fits, and cuts no segment', () => {
    const segments = [
      { from: 0, to: 6 },
      { from: 10, to: 14 },
      { from: 20, to: 25 },
      { from: 30, to: 36 },
    ]
    expect(groupSegments(segments, { rowsAtOnce: 10, spansAtOnce: 16, timesAtOnce: 5 })).toEqual([
      segments.slice(0, 2),
      segments.slice(2, 3),
      segments.slice(3),
    ])
  })

  it('makes smaller groups of many small segments', () => {
    const segments = Array.from({ length: 40 }, (_, index) => ({ from: index * 10, to: index * 10 + 2 }))
    const sizes = groupSegments(segments, { rowsAtOnce: 1000, spansAtOnce: 16, timesAtOnce: 51 }).map(
      (group) => group.length,
    )
    expect(sizes).toEqual([25, 15])
  })
})
