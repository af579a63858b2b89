import { describe, expect, it } from 'vitest'
import { findTurn } from './find-parts.ts'

const turnOf = (signed: readonly number[], count = 2) =>
  findTurn({ fromRow: 10, toRow: 10 + signed.length }, (row) => signed[row - 10]!, count)

describe('findTurn', () => {
  it('finds the row in which a series went over to the other side, up or down', () => {
    expect(turnOf([1, 2, 3, -9, -9, -9])).toBe(13)
    expect(turnOf([-1, -2, 3, 3, 9])).toBe(12)
  })

  it('looks past rows without evidence, and a few on the other side', () => {
    expect(turnOf([4, 0, 4, -1, 4, -9, 0, -9])).toBe(15)
  })

  it('finds nothing where a series keeps to one side, comes back to it, or has no evidence', () => {
    expect(turnOf([1, 2, 3])).toBeUndefined()
    expect(turnOf([3, -1, 3])).toBeUndefined()
    expect(turnOf([0, 0, 0, 0])).toBeUndefined()
  })

  it('finds nothing with too few rows on one side', () => {
    expect(turnOf([1, -9, -9, -9])).toBeUndefined()
    expect(turnOf([1, 1, 1, -9])).toBeUndefined()
  })
})
