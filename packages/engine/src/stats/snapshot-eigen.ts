import { type Eigen, symmetricEigen } from './symmetric-eigen.ts'

/**
 * The leading eigenvalues and vectors of the second-moment matrix of `rows` (row-major, `size` wide), for fewer rows than
 * columns: the matrix of the rows' inner products has the same eigenvalues and is small (method of snapshots, Sirovich, 1987).
 * Vectors whose eigenvalue vanishes are zero.
 */
export function snapshotEigen(rows: Float32Array, size: number, wanted: number): Eigen {
  const count = rows.length / size
  const inner = symmetricEigen(innerProducts(rows, size), count)
  const rank = Math.min(wanted, count)
  const values = inner.values.slice(0, rank)
  const vectors = new Float64Array(rank * size)
  for (let k = 0; k < rank; k++) {
    if (values[k]! <= 1e-12 * values[0]!) break
    const scale = 1 / Math.sqrt(count * values[k]!)
    for (let row = 0; row < count; row++) {
      const weight = scale * inner.vectors[k * count + row]!
      for (let j = 0; j < size; j++) vectors[k * size + j]! += weight * rows[row * size + j]!
    }
  }
  return { values, vectors }
}

/** Of every two rows, divided by their number. */
function innerProducts(rows: Float32Array, size: number): Float64Array {
  const count = rows.length / size
  const products = new Float64Array(count * count)
  for (let a = 0; a < count; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = 0
      for (let j = 0; j < size; j++) sum += rows[a * size + j]! * rows[b * size + j]!
      products[a * count + b] = sum / count
      products[b * count + a] = sum / count
    }
  }
  return products
}
