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
    expect(groupSegments(segments, 10)).toEqual([segments.slice(0, 2), segments.slice(2, 3), segments.slice(3)])
  })
})
