import { describe, expect, it } from 'vitest'
import { findOnset } from './find-onset.ts'

/** The onset of a run from row 100 to 130, by the residuals that go before it; the others are 0. */
const onsetOf = (before: readonly number[], first = 6, { earliest = 0, toRow = 130 } = {}) => {
  const zScores = new Float64Array(200)
  zScores.set(before, 100 - before.length)
  zScores.fill(first, 100)
  return findOnset({ fromRow: 100, toRow }, earliest, (row) => zScores[row]!)
}

describe('findOnset', () => {
  it('takes the rows before a run in which its series was more than a third as far off', () => {
    expect(onsetOf([0, 2.5, 3, 4])).toBe(97)
    expect(onsetOf([0, -2.5, -3, -4], -6)).toBe(97)
    expect(onsetOf([0, 1.9, 1.9, 1.9])).toBeUndefined()
  })

  it('passes over rows that were less far off, but not over as many as weigh more than those before them', () => {
    expect(onsetOf([0, 4, 4, 1, 3])).toBe(96)
    expect(onsetOf([4, 0, 0, 0, 3])).toBe(99)
  })

  it('counts missing values for nothing', () => {
    expect(onsetOf([4, Number.NaN, Number.NaN, 4])).toBe(96)
  })

  it('is not on the other side of what was expected', () => {
    expect(onsetOf([-5, -5, -5])).toBeUndefined()
  })

  it('goes back no further than to the row given, than the run is long, and than 60 rows', () => {
    const ramp = Array.from({ length: 90 }, () => 4)
    expect(onsetOf(ramp, 6, { earliest: 95 })).toBe(95)
    expect(onsetOf(ramp, 6, { toRow: 110 })).toBe(90)
    expect(onsetOf(ramp, 6, { toRow: 190 })).toBe(40)
  })
})
