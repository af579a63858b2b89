import { createRandom, normal } from './random.ts'
import { type Eigen, symmetricEigen } from './symmetric-eigen.ts'

/** Iterations of the subspace. */
const ROUNDS = 12

/**
 * The leading eigenvalues and vectors of the second-moment matrix of `rows` (row-major, `size` wide), by orthogonal iteration
 * without forming the matrix: for tables too wide for Jacobi rotations. Deterministic for one seed.
 */
export function leadingEigen(rows: Float32Array, size: number, wanted: number, seed: number): Eigen {
  const count = rows.length / size
  const rank = Math.min(wanted, size)
  const random = createRandom(seed)
  let basis = orthonormalise(
    Float64Array.from({ length: rank * size }, () => normal(random)),
    size,
  )
  let image = multiply(rows, basis, size, count)
  for (let round = 0; round < ROUNDS; round++) {
    basis = orthonormalise(image, size)
    image = multiply(rows, basis, size, count)
  }
  return rotateToEigen(basis, image, size, rank)
}

/** Every basis vector times the second-moment matrix. */
function multiply(rows: Float32Array, basis: Float64Array, size: number, count: number): Float64Array {
  const image = new Float64Array(basis.length)
  const rank = basis.length / size
  for (let row = 0; row < count; row++) {
    const from = row * size
    for (let k = 0; k < rank; k++) {
      let dot = 0
      for (let j = 0; j < size; j++) dot += rows[from + j]! * basis[k * size + j]!
      dot /= count
      for (let j = 0; j < size; j++) image[k * size + j]! += dot * rows[from + j]!
    }
  }
  return image
}

/** Gram and Schmidt, each vector twice; a vector that vanishes is left zero. */
function orthonormalise(vectors: Float64Array, size: number): Float64Array {
  const out = vectors.slice()
  for (let k = 0; k < out.length; k += size) {
    const vector = out.subarray(k, k + size)
    const before = Math.sqrt(dot(vector, vector))
    for (let pass = 0; pass < 2; pass++) {
      for (let other = 0; other < k; other += size) {
        const base = out.subarray(other, other + size)
        const part = dot(vector, base)
        for (let j = 0; j < size; j++) vector[j]! -= part * base[j]!
      }
    }
    const length = Math.sqrt(dot(vector, vector))
    for (let j = 0; j < size; j++) vector[j] = length > 1e-10 * before ? vector[j]! / length : 0
  }
  return out
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0
  for (let j = 0; j < x.length; j++) sum += x[j]! * y[j]!
  return sum
}

/** Solves the small problem within the basis (Rayleigh and Ritz). */
function rotateToEigen(basis: Float64Array, image: Float64Array, size: number, rank: number): Eigen {
  const small = new Float64Array(rank * rank)
  for (let a = 0; a < rank; a++) {
    for (let b = 0; b < rank; b++)
      small[a * rank + b] = dot(basis.subarray(a * size, (a + 1) * size), image.subarray(b * size, (b + 1) * size))
  }
  const inner = symmetricEigen(small, rank)
  const vectors = new Float64Array(rank * size)
  for (let a = 0; a < rank; a++) {
    for (let b = 0; b < rank; b++) {
      const weight = inner.vectors[a * rank + b]!
      for (let j = 0; j < size; j++) vectors[a * size + j]! += weight * basis[b * size + j]!
    }
  }
  return { values: inner.values, vectors }
}
