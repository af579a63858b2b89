import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Evidence, findExcursions } from './find-excursions.ts'

/** Each row at 3 brings 4.5, each at 0 takes as much. */
const PLAIN: Evidence = { shift: 3, correlation: 0, time: 1, maxJumpEvidence: 4, price: 10, far: 30, farWeight: 4 }

function rows(...parts: [value: number, count: number][]): Float64Array {
  return Float64Array.from(parts.flatMap(([value, count]) => new Array<number>(count).fill(value)))
}

describe('findExcursions', () => {
  it('by hand: three rows bring 13.5 of the 10 that an excursion costs, two only 9', () => {
    expect(findExcursions(rows([0, 5], [3, 3], [0, 5]), 0, PLAIN)).toEqual({
      excursions: [{ fromRow: 5, toRow: 8, side: 1 }],
      gain: 3.5,
    })
    expect(findExcursions(rows([0, 5], [3, 2], [0, 5]), 0, PLAIN)).toEqual({ excursions: [], gain: 0 })
  })

  it('tells the side, up to both ends', () => {
    expect(findExcursions(rows([-3, 6], [0, 6], [3, 6]), 0, PLAIN).excursions).toEqual([
      { fromRow: 0, toRow: 6, side: -1 },
      { fromRow: 12, toRow: 18, side: 1 },
    ])
  })

  it('is not made by a single row however far, nor ended by one', () => {
    expect(findExcursions(rows([0, 5], [25, 1], [0, 5]), 0, PLAIN).excursions).toEqual([])
    expect(findExcursions(rows([0, 5], [3, 5], [0, 1], [3, 5], [0, 5]), 0, PLAIN).excursions).toHaveLength(1)
  })

  it('takes NaN for nothing', () => {
    const holed = rows([0, 5], [3, 2], [Number.NaN, 4], [3, 2], [0, 5])
    expect(findExcursions(holed, 0, PLAIN).excursions).toEqual([{ fromRow: 5, toRow: 13, side: 1 }])
    expect(findExcursions(rows([Number.NaN, 20]), 0, PLAIN)).toEqual({ excursions: [], gain: 0 })
  })

  it('asks for more rows where neighbours are alike: 4 of the jump and 1.125 of each row after it', () => {
    const alike = { ...PLAIN, time: 4 }
    expect(findExcursions(rows([0, 5], [3, 6], [0, 5]), 0, alike).excursions).toEqual([])
    expect(findExcursions(rows([0, 5], [3, 7], [0, 5]), 0, alike).excursions).toHaveLength(1)
  })

  it('needs fewer of them where the way back is a jump, too: 2.53 more', () => {
    const alike = { ...PLAIN, time: 4, correlation: 0.6 }
    expect(findExcursions(rows([0, 5], [3, 4], [0, 5]), 0, alike).excursions).toEqual([])
    expect(findExcursions(rows([0, 5], [3, 5], [0, 5]), 0, alike).gain).toBeCloseTo(4 + 4 * 1.125 + 2.53125 - 10, 9)
  })

  it('believes distances that members never have, whatever their neighbours are', () => {
    const alike = { ...PLAIN, time: 20 }
    expect(findExcursions(rows([0, 5], [40, 3], [0, 5]), 0, alike).excursions).toHaveLength(1)
    expect(findExcursions(rows([0, 5], [20, 3], [0, 5]), 0, alike).excursions).toEqual([])
  })

  it('turns over with the values and does not depend on the level they have', () => {
    const values = fc.array(fc.integer({ min: -6, max: 6 }), { maxLength: 60 })
    fc.assert(
      fc.property(values, fc.integer({ min: -20, max: 20 }), (list, level) => {
        const distances = Float64Array.from(list)
        const { excursions, gain } = findExcursions(distances, 0, PLAIN)
        const turned = findExcursions(
          distances.map((value) => -value),
          0,
          PLAIN,
        )
        const moved = findExcursions(
          distances.map((value) => value + level),
          level,
          PLAIN,
        )
        expect(moved.excursions).toEqual(excursions)
        expect(turned.gain).toBeCloseTo(gain, 9)
        expect(turned.excursions.map(({ fromRow, toRow }) => [fromRow, toRow])).toEqual(
          excursions.map(({ fromRow, toRow }) => [fromRow, toRow]),
        )
      }),
    )
  })
})
