import { describe, expect, it } from 'vitest'
import { leadingEigen } from './leading-eigen.ts'
import { createRandom, normal } from './random.ts'
import { symmetricEigen } from './symmetric-eigen.ts'

describe('symmetricEigen', () => {
  it('by hand: [[2, 1], [1, 2]] has 3 and 1', () => {
    const { values, vectors } = symmetricEigen(Float64Array.from([2, 1, 1, 2]), 2)
    expect(values[0]).toBeCloseTo(3, 12)
    expect(values[1]).toBeCloseTo(1, 12)
    expect(vectors[0]).toBeCloseTo(Math.SQRT1_2, 12)
    expect(vectors[1]).toBeCloseTo(Math.SQRT1_2, 12)
  })

  it('gives vectors that the matrix only intervals', () => {
    const size = 12
    const random = createRandom(9)
    const matrix = new Float64Array(size * size)
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++) matrix[i * size + j] = matrix[j * size + i] = normal(random)
    const { values, vectors } = symmetricEigen(matrix, size)
    for (let k = 0; k < size; k++) {
      for (let i = 0; i < size; i++) {
        let image = 0
        for (let j = 0; j < size; j++) image += matrix[i * size + j]! * vectors[k * size + j]!
        expect(image).toBeCloseTo(values[k]! * vectors[k * size + i]!, 9)
      }
      if (k > 0) expect(values[k]).toBeLessThanOrEqual(values[k - 1]!)
    }
  })

  it('takes a matrix of zeros', () => {
    expect([...symmetricEigen(new Float64Array(4), 2).values]).toEqual([0, 0])
  })

  it('refuses a matrix of another size', () => {
    expect(() => symmetricEigen(new Float64Array(5), 2)).toThrow(RangeError)
  })
})

describe('leadingEigen', () => {
  it('agrees with the whole decomposition', () => {
    const [size, count] = [20, 400]
    const random = createRandom(2)
    const rows = Float32Array.from(
      { length: size * count },
      (_, k) => normal(random) * (k % size < 3 ? 10 - 3 * (k % size) : 0.5),
    )
    const matrix = new Float64Array(size * size)
    for (let row = 0; row < count; row++)
      for (let i = 0; i < size; i++)
        for (let j = 0; j < size; j++) matrix[i * size + j]! += (rows[row * size + i]! * rows[row * size + j]!) / count
    const whole = symmetricEigen(matrix, size)
    const leading = leadingEigen(rows, size, 3, 1)
    for (let k = 0; k < 3; k++) {
      expect(leading.values[k]! / whole.values[k]!).toBeCloseTo(1, 3)
      let dot = 0
      for (let j = 0; j < size; j++) dot += leading.vectors[k * size + j]! * whole.vectors[k * size + j]!
      expect(Math.abs(dot)).toBeCloseTo(1, 3)
    }
  })
})
