import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toGrid } from './to-grid.ts'

describe('toGrid', () => {
  it('averages what falls into one step and leaves a gap where nothing does', () => {
    const grid = toGrid(Float64Array.of(0, 10, 12, 40), Float64Array.of(1, 2, 4, 8), 10, 100)
    expect(grid).toEqual({ values: Float64Array.of(1, 3, Number.NaN, Number.NaN, 8), end: 40, present: 3 })
  })

  it('keeps the latest steps of a long history', () => {
    const times = Float64Array.from({ length: 50 }, (_, k) => k)
    expect(toGrid(times, times, 1, 3).values).toEqual(Float64Array.of(47, 48, 49))
  })

  it('takes an infinite value and a time that is none for a gap', () => {
    const grid = toGrid(Float64Array.of(0, 1, Number.NaN, 2), Float64Array.of(5, Number.POSITIVE_INFINITY, 9, 6), 1, 9)
    expect(grid.values).toEqual(Float64Array.of(5, Number.NaN, 6))
  })

  it('is empty for no value', () => {
    expect(toGrid(Float64Array.of(1), Float64Array.of(Number.NaN), 1, 9).present).toBe(0)
  })

  it('does not care for the order of rows', () => {
    const rows = fc.uniqueArray(fc.record({ at: fc.nat(50), value: fc.nat(99) }), {
      minLength: 1,
      selector: (r) => r.at,
    })
    fc.assert(
      fc.property(rows, (list) => {
        const grid = (part: typeof list) =>
          toGrid(
            Float64Array.from(part, (r) => r.at),
            Float64Array.from(part, (r) => r.value),
            1,
            99,
          )
        expect(grid([...list].reverse())).toEqual(grid(list))
      }),
    )
  })

  it('begins anew after a hole that is longer than all that is there', () => {
    const gridOf = (hole: number) =>
      toGrid(Float64Array.of(0, 1, 2 + hole, 3 + hole), Float64Array.of(1, 2, 3, 4), 1, 100)
    expect(gridOf(5)).toEqual({ values: Float64Array.of(3, 4), end: 8, present: 2 })
    expect(gridOf(4)).toMatchObject({ end: 7, present: 4 })
  })
})
