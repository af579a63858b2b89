import { describe, expect, it } from 'vitest'
import type { LabelledScores } from '../../../packages/engine/src/index.ts'
import { chooseOutOfFold, shuffleIntoFive } from './choose-out-of-fold.ts'

const ROWS = 100
/** One window that a score finds at its beginning. */
const found = (score: number): LabelledScores => ({
  times: Float64Array.from({ length: ROWS }, (_, row) => row),
  windows: [{ from: 50, to: 59 }],
  scores: Float64Array.from({ length: ROWS }, (_, row) => (row === 50 ? score : 0)),
})

describe('chooseOutOfFold', () => {
  it('takes each threshold from the other parts', () => {
    expect(chooseOutOfFold([[found(0.8)], [found(0.8)]])).toBe(100)
    expect(chooseOutOfFold([[found(0.8)], [found(0.4)]])).toBe(50)
  })

  it('charges the false alarms of a part without windows', () => {
    const quiet = { ...found(0.8), windows: [] }
    expect(chooseOutOfFold([[found(0.8)], [found(0.8)], [quiet]])).toBeCloseTo((100 * (4 - 0.11)) / 4, 12)
  })
})

describe('shuffleIntoFive', () => {
  it('puts every item into one part, of sizes alike, the same way for the same seed', () => {
    const items = Array.from({ length: 31 }, (_, k) => k)
    const parts = shuffleIntoFive(items, 3)
    expect(parts.map((part) => part.length)).toEqual([7, 6, 6, 6, 6])
    expect(parts.flat().toSorted((a, b) => a - b)).toEqual(items)
    expect(shuffleIntoFive(items, 3)).toEqual(parts)
    expect(shuffleIntoFive(items, 4)).not.toEqual(parts)
  })
})
