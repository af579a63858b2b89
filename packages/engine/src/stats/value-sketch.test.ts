import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createArena } from './arena.ts'
import { createValueSketch, type ValueSketch } from './value-sketch.ts'

const open = (size = 64, fadeAfter = 20_000): ValueSketch =>
  createValueSketch(createArena(new ArrayBuffer(8192)), size, fadeAfter)

function fill(values: readonly number[], sketch = open()): ValueSketch {
  for (const value of values) sketch.add(value)
  return sketch
}

describe('createValueSketch', () => {
  it('finds the k-th nearest value on either side', () => {
    const sketch = fill([1, 2, 4, 8, 16])
    expect(sketch.distance(5, 1)).toBe(1)
    expect(sketch.distance(5, 3)).toBe(3)
    expect(sketch.distance(5, 5)).toBe(11)
  })

  it('counts equal values each', () => {
    expect(fill([3, 3, 3, 9]).distance(3, 3)).toBe(0)
    expect(fill([3, 3, 3, 9]).distance(3, 4)).toBe(6)
  })

  it('says that there are too few', () => {
    expect(fill([1, 2]).distance(1, 3)).toBe(Number.POSITIVE_INFINITY)
    expect(open().quantile(0.5)).toBeNaN()
  })

  it('gives exact neighbours in any order where there is room', () => {
    const some = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 5, maxLength: 60 })
    fc.assert(
      fc.property(some, fc.integer({ min: -2000, max: 2000 }), (values, asked) => {
        const exact = values.map((value) => Math.abs(value - asked)).sort((a, b) => a - b)
        expect(fill(values).distance(asked, 5)).toBe(exact[4])
        expect(fill(values.toReversed()).distance(asked, 5)).toBe(exact[4])
      }),
    )
  })

  it('merges what is close together and keeps what is far from all', () => {
    const crowd = Array.from({ length: 1000 }, (_, k) => ((k * 617) % 1000) / 1000)
    const sketch = fill([...crowd, 50, 90])
    expect(sketch.distance(90, 1)).toBe(0)
    expect(sketch.distance(50, 1)).toBe(0)
    expect(sketch.quantile(0.5)).toBeCloseTo(0.5, 1)
    expect(sketch.weight).toBe(1002)
  })

  it('moves with an offset and grows with a unit', () => {
    const values = Array.from({ length: 300 }, (_, k) => (k * 37) % 101)
    const moved = fill(values.map((value) => value * 8 + 4096))
    expect(moved.distance(500 * 8 + 4096, 5)).toBeCloseTo(8 * fill(values).distance(500, 5), 9)
  })

  it('forgets single values when it fades', () => {
    const sketch = fill([1000, ...Array(8000).fill(1)], open(16, 1000))
    expect(sketch.weight).toBeLessThan(1000)
    expect(sketch.distance(1000, 1)).toBe(999)
  })
})
