import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import { findModes } from './find-modes.ts'

function fleet(levels: readonly number[], seed = 1): Float64Array[] {
  const random = createRandom(seed)
  return levels.map((level) =>
    Float64Array.from({ length: 300 }, (_, row) => level + Math.sin(row / 50) + normal(random)),
  )
}

describe('findModes', () => {
  it('takes a fleet at one level for one mode', () => {
    expect(findModes(fleet([0, 0.5, 0.2, -0.3, 0.1, 0, 0.4]), 3, 3)).toEqual([[0, 1, 2, 3, 4, 5, 6]])
  })

  it('tells two levels apart, the lower first, and puts who is alone to the nearer', () => {
    expect(findModes(fleet([20, 0, 20, 0, 20, 0, 27]), 3, 3)).toEqual([
      [1, 3, 5],
      [0, 2, 4, 6],
    ])
  })

  it('takes few that stand off together for outliers, not for a mode', () => {
    const levels = Array.from({ length: 20 }, (_, k) => (k < 3 ? 30 : 0))
    expect(findModes(fleet(levels), 3, 3)).toHaveLength(1)
  })

  it('makes no modes of fewer than two groups of members', () => {
    expect(findModes(fleet([0, 0, 20, 20, 20]), 3, 3)).toEqual([[0, 1, 2, 3, 4]])
  })

  it('does not split smooth members that differ for good', () => {
    const levels = Array.from({ length: 12 }, (_, k) => 10 * k)
    const smooth = levels.map((level) => Float64Array.from({ length: 300 }, (_, row) => level + Math.sin(row / 50)))
    expect(findModes(smooth, 3, 3)).toHaveLength(1)
  })

  it('bears gaps and columns without a value', () => {
    const columns = fleet([20, 0, 20, 0, 20, 0])
    columns[0]!.fill(Number.NaN, 0, 100)
    columns.push(new Float64Array(300).fill(Number.NaN))
    expect(findModes(columns, 3, 3).flat().sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})
