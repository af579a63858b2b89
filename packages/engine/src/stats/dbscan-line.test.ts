import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dbscanLine, majority } from './dbscan-line.ts'

describe('dbscanLine', () => {
  it('by hand: two clusters, one of them with a border point, and noise', () => {
    expect([...dbscanLine([0, 1, 2, 3.5, 10, 11, 12, 30], 1, 3)]).toEqual([0, 0, 0, -1, 1, 1, 1, -1])
    expect([...dbscanLine([0, 1, 2, 2.9], 1, 3)]).toEqual([0, 0, 0, 0])
  })

  it('leaves NaN out', () => {
    expect([...dbscanLine([1, Number.NaN, 1], 1, 2)]).toEqual([0, -1, 0])
  })

  it('does not depend on the order or the place of the points', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (points, min) => {
          const noise = (list: number[]) => [...dbscanLine(list, 3, min)].filter((label) => label < 0).length
          expect(noise([...points].reverse())).toBe(noise(points))
          expect(noise(points.map((x) => x + 1000))).toBe(noise(points))
        },
      ),
    )
  })
})

describe('majority', () => {
  it('is the largest cluster', () => {
    expect(majority(Int32Array.from([0, 1, 1, -1, -1, -1]))).toBe(1)
    expect(majority(Int32Array.from([-1, -1]))).toBeUndefined()
  })
})
