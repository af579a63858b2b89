import { describe, expect, it } from 'vitest'
import { createJointReader } from './joint-reader.ts'

/** One column with two neurons, at 0 and at 2. */
const model = {
  name: '',
  columns: [0],
  deviations: Float64Array.of(1),
  pca: { size: 1, rank: 1, vectors: Float64Array.of(1), variances: Float64Array.of(1), rest: 1 },
  som: { dims: 1, codeBook: Float32Array.of(0, 2), area: new Float32Array(2), hits: new Float32Array(2) },
}
const distanceOf = (value: number): number => createJointReader(model).measure([value]).distance

describe('createJointReader', () => {
  it('measures a distance from the nearest neuron, and none for a trace beside it', () => {
    expect(distanceOf(1)).toBeCloseTo(0.5 * Math.log(2), 2)
    expect(distanceOf(2.5)).toBeGreaterThan(0.05)
    expect(distanceOf(2.001)).toBe(0)
  })

  it('has no measures of a row of which nothing was observed', () => {
    expect(distanceOf(Number.NaN)).toBeNaN()
  })
})
