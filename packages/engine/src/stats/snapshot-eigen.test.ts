import { expect, it } from 'vitest'
import { createRandom, normal } from './random.ts'
import { snapshotEigen } from './snapshot-eigen.ts'

const SIZE = 300
const COUNT = 40
const random = createRandom(5)
const rows = Float32Array.from({ length: COUNT * SIZE }, () => normal(random))
const { values, vectors } = snapshotEigen(rows, SIZE, 32)
const vector = (k: number): Float64Array => vectors.subarray(k * SIZE, (k + 1) * SIZE)

const dot = (x: ArrayLike<number>, y: ArrayLike<number>): number => {
  let sum = 0
  for (let j = 0; j < SIZE; j++) sum += x[j]! * y[j]!
  return sum
}

/** The second-moment matrix times a vector. */
function timesMoments(x: Float64Array): Float64Array {
  const out = new Float64Array(SIZE)
  for (let row = 0; row < COUNT; row++) {
    const one = rows.subarray(row * SIZE, (row + 1) * SIZE)
    const part = dot(one, x) / COUNT
    for (let j = 0; j < SIZE; j++) out[j]! += part * one[j]!
  }
  return out
}

it('gives eigenvectors of the second-moment matrix, largest first, also where eigenvalues lie close together', () => {
  expect(values).toEqual(values.slice().sort().reverse())
  for (let k = 0; k < 32; k++) {
    const image = timesMoments(vector(k))
    for (let j = 0; j < SIZE; j++) expect(image[j]).toBeCloseTo(values[k]! * vector(k)[j]!, 8)
  }
})

it('gives vectors of length one at right angles', () => {
  for (let a = 0; a < 32; a++)
    for (let b = 0; b <= a; b++) expect(dot(vector(a), vector(b))).toBeCloseTo(a === b ? 1 : 0, 9)
})

it('leaves vectors zero where rows repeat each other', () => {
  const twice = new Float32Array(4 * SIZE)
  for (let row = 0; row < 4; row++) twice.set(rows.subarray(0, SIZE), row * SIZE)
  const repeated = snapshotEigen(twice, SIZE, 3)
  expect(repeated.values[0]).toBeCloseTo(dot(rows.subarray(0, SIZE), rows.subarray(0, SIZE)), 4)
  expect(repeated.vectors.subarray(SIZE).every((x) => x === 0)).toBe(true)
})
