import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBlockPool } from './block-pool.ts'

declare function structuredClone<T>(value: T): T

const LISTS = 6
const MAX = 1300
const change = fc.tuple(fc.nat({ max: LISTS - 1 }), fc.nat({ max: MAX }))
const listOf = (seed: number, length: number): Uint32Array => Uint32Array.from({ length }, (_, k) => seed * 10_007 + k)

describe('createBlockPool', () => {
  it('gives each list as it was written last, restored or not', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), fc.nat({ max: 59 }), (changes, savedAt) => {
        let pool = createBlockPool()
        const firsts = new Array<number>(LISTS).fill(-1)
        const lists = new Array<Uint32Array>(LISTS).fill(new Uint32Array(0))
        for (const [step, [list, length]] of changes.entries()) {
          lists[list] = listOf(step, length)
          firsts[list] = pool.write(firsts[list]!, lists[list], length)
          if (step === savedAt) pool = createBlockPool(structuredClone(pool.save()))
        }
        let target: Uint32Array = new Uint32Array(300)
        for (const [list, words] of lists.entries()) {
          target = pool.read(firsts[list]!, target)
          expect(target.subarray(0, words.length)).toEqual(words)
        }
      }),
    )
  })

  it('uses again what became free', () => {
    const pool = createBlockPool()
    let first = -1
    for (let round = 0; round < 3000; round++) first = pool.write(first, listOf(round, MAX), round % MAX)
    expect(pool.save().slabs).toHaveLength(1)
    expect(pool.write(first, listOf(1, 0), 0)).toBe(-1)
  })
})
