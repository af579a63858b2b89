import { describe, expect, it } from 'vitest'
import { rowsBetween } from './grid-rows.ts'

const grid = {
  times: Float64Array.of(100, 110, 120, 130),
  columns: [Float64Array.of(1, 2, 3, 4), Float64Array.of(5, 6, 7, 8)],
}

describe('the rows of a span', () => {
  it('are cut from a grid that has all of them', () => {
    expect(rowsBetween(grid, { from: 110, to: 130 }, 10)).toEqual({
      times: Float64Array.of(110, 120),
      columns: [Float64Array.of(2, 3), Float64Array.of(6, 7)],
    })
    expect(rowsBetween(grid, { from: 100, to: 140 }, 10)).toEqual(grid)
  })

  it.each([
    { from: 90, to: 120 },
    { from: 120, to: 150 },
  ])('are none where the grid lacks some: %j', (span) => expect(rowsBetween(grid, span, 10)).toBeUndefined())
})
