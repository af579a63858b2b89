import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairNearest } from './pair-nearest.ts'

const at = (...offsets: number[]) => offsets.map((offset) => ({ offset }))

/** All pairs, the nearest first. */
function pairsByHand(a: readonly number[], b: readonly number[]): (readonly [number, number])[] {
  const all = a.flatMap((one) => b.map((other) => [one, other] as const))
  all.sort((x, y) => Math.abs(x[0] - x[1]) - Math.abs(y[0] - y[1]))
  const used = new Set<number>()
  return all.filter(([one, other]) => {
    if (used.has(one) || used.has(other)) return false
    used.add(one).add(other)
    return true
  })
}

describe('pairNearest', () => {
  it('takes the nearest pair of what is left, whichever neighbours it had', () => {
    const { pairs, before, after } = pairNearest(at(4, 5), at(0, 6, 7))
    expect(pairs).toEqual([
      [{ offset: 5 }, { offset: 6 }],
      [{ offset: 4 }, { offset: 7 }],
    ])
    expect([before, after]).toEqual([[], at(0)])
  })
  it('pairs as the comparison of all pairs does', () => {
    // Powers of two, of which no two are equally far apart
    const exponents = fc.uniqueArray(fc.integer({ min: 0, max: 45 }), { maxLength: 24 })
    fc.assert(
      fc.property(exponents, fc.infiniteStream(fc.boolean()), (drawn, sides) => {
        const isBefore = drawn.map(() => sides.next().value === true)
        const a = drawn.filter((_, index) => isBefore[index]).map((one) => 2 ** one)
        const b = drawn.filter((_, index) => !isBefore[index]).map((one) => 2 ** one)
        const { pairs, before, after } = pairNearest(at(...a), at(...b))
        expect(pairs.map(([one, other]) => [one.offset, other.offset])).toEqual(pairsByHand(a, b))
        expect(before.length + after.length + 2 * pairs.length).toBe(drawn.length)
      }),
    )
  })
  it('has all left over where the other set is empty', () => {
    expect(pairNearest(at(1, 2), [])).toEqual({ pairs: [], before: at(1, 2), after: [] })
  })
})
