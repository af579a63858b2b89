import { describe, expect, it } from 'vitest'
import { densities } from './density.ts'
import { createRandom, normal } from './random.ts'

const random = createRandom(3)
const sample = (mean: number) => Float64Array.from({ length: 500 }, () => mean + normal(random))
const areaOf = (at: Float64Array, density: Float64Array) =>
  density.reduce((sum, one, k) => sum + one * (k === 0 ? 0 : at[k]! - at[k - 1]!), 0)

describe('densities', () => {
  it('puts the peak of each sample where its values are, with an area of one', () => {
    const found = densities([sample(10), sample(20)], 200)
    const peaks = found.densities.map((density) => found.at[density.indexOf(Math.max(...density))]!)
    expect(peaks[0]).toBeCloseTo(10, -0.5)
    expect(peaks[1]).toBeCloseTo(20, -0.5)
    for (const density of found.densities) expect(areaOf(found.at, density)).toBeCloseTo(1, 1)
  })

  it('draws a constant as a narrow peak at it', () => {
    const { at, densities: drawn } = densities([Float64Array.of(7, 7, 7), sample(7)], 121)
    expect(at[drawn[0]!.indexOf(Math.max(...drawn[0]!))]).toBeCloseTo(7, 0)
    const alone = densities([Float64Array.of(0, 0)], 21)
    expect(alone.at[10]).toBeCloseTo(0, 9)
    expect(alone.densities[0]!.every(Number.isFinite)).toBe(true)
  })

  it('leaves NaN out, and gives nothing for nothing', () => {
    const [half] = densities([Float64Array.of(Number.NaN, 1, 2, 3)], 11).densities
    expect(half!.every((one) => one >= 0)).toBe(true)
    const { at, densities: drawn } = densities([new Float64Array(0), Float64Array.of(Number.NaN)], 11)
    expect([at.length, drawn.map(({ length }) => length)]).toEqual([0, [0, 0]])
    expect(densities([new Float64Array(0), sample(1)], 11).densities[0]!.every((one) => one === 0)).toBe(true)
  })

  it('bears values of 1e300', () => {
    const { densities: drawn } = densities([sample(1).map((value) => value * 1e299)], 11)
    expect(drawn[0]!.every(Number.isFinite)).toBe(true)
  })
})
