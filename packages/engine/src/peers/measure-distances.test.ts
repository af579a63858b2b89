import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import { measureDistances } from './measure-distances.ts'

const fill = (value: number, rows = 4) => new Float64Array(rows).fill(value)

describe('measureDistances', () => {
  it('by hand: three members, the typical one of them a distance of 1 from the middle', () => {
    const { middle, deviation, columns } = measureDistances([fill(10), fill(11), fill(13)], 3)
    const unit = Math.sqrt(Math.PI / 2) / Math.sqrt(1 / 2)
    expect([...middle]).toEqual([11, 11, 11, 11])
    expect(deviation[0]).toBeCloseTo(unit, 12)
    expect(columns.map((column) => column[0])).toEqual([-1 / unit, 0, 2 / unit])
  })

  it('gives normal members a deviation of one, few or many', () => {
    const random = createRandom(3)
    for (const members of [3, 4, 5, 12, 60]) {
      const columns = Array.from({ length: members }, () => Float64Array.from({ length: 900 }, () => normal(random)))
      const { deviation } = measureDistances(columns, 3)
      expect(deviation.reduce((sum, one) => sum + one, 0) / 900).toBeCloseTo(1, 1)
    }
  })

  it('is not widened by a member that stands off for good', () => {
    const random = createRandom(4)
    const columns = [0, 0, 9].map((level) => Float64Array.from({ length: 900 }, () => level + normal(random)))
    expect(measureDistances(columns, 3).deviation[450]).toBeLessThan(1.3)
  })

  it('follows a deviation that changes over the day', () => {
    const random = createRandom(5)
    const columns = Array.from({ length: 20 }, () =>
      Float64Array.from({ length: 1200 }, (_, row) => (row < 600 ? 1 : 4) * normal(random)),
    )
    const { deviation } = measureDistances(columns, 3)
    expect(deviation[200]).toBeCloseTo(1, 0)
    expect(deviation[1000]).toBeGreaterThan(3)
  })

  it('does not fall below a thousandth of the middle, nor half a step of the values', () => {
    expect(measureDistances([fill(7), fill(7), fill(7)], 3).deviation[0]).toBeCloseTo(0.007, 12)
    const counts = [Float64Array.of(7, 8, 7, 8), fill(8), fill(8)]
    expect(measureDistances(counts, 3).deviation[0]).toBe(0.5)
    expect(measureDistances([fill(0), fill(0), fill(0)], 3).deviation[0]).toBe(1)
  })

  it('compares no row with too few members and takes gaps for gaps', () => {
    const { middle, columns } = measureDistances([Float64Array.of(1, 1), Float64Array.of(2, Number.NaN), fill(3, 2)], 3)
    expect(middle).toEqual(Float64Array.of(2, Number.NaN))
    expect(columns.map((column) => Number.isNaN(column[1]!))).toEqual([true, true, true])
  })
})
