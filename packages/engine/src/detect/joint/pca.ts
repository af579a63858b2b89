import { leadingEigen } from '../../stats/leading-eigen.ts'
import { snapshotEigen } from '../../stats/snapshot-eigen.ts'
import { type Eigen, symmetricEigen } from '../../stats/symmetric-eigen.ts'

/** The subspace that normal rows keep to: `rank` directions of `size` coordinates, and the variance along each and off all. */
export type Pca = { size: number; rank: number; vectors: Float64Array; variances: Float64Array; rest: number }

/** The part of the variance that the subspace holds. */
const KEPT_VARIANCE = 0.9
/** Directions of the subspace, at most. */
const MAX_RANK = 32
/** Up to so many columns all eigenvectors are computed, of more only the leading ones. */
const MAX_JACOBI = 128

/** Learns the subspace with 90 % of the variance from centred rows (row-major, `size` wide). */
export function fitPca(rows: Float32Array, size: number, seed: number): Pca {
  const count = rows.length / size
  const total = rows.reduce((sum, x) => sum + x * x, 0) / count
  const eigen = eigenOf(rows, size, seed)
  let rank = 0
  let kept = 0
  while (
    rank < Math.min(MAX_RANK, eigen.values.length) &&
    kept < KEPT_VARIANCE * total &&
    eigen.values[rank]! > 1e-9 * total
  )
    kept += eigen.values[rank++]!
  const rest = size > rank ? Math.max((total - kept) / (size - rank), 1e-4) : 1e-4
  const variances = eigen.values.slice(0, rank).map((value) => Math.max(value, rest))
  return { size, rank, vectors: eigen.vectors.slice(0, rank * size), variances, rest }
}

function eigenOf(rows: Float32Array, size: number, seed: number): Eigen {
  if (size <= MAX_JACOBI) return symmetricEigen(secondMoments(rows, size), size)
  return rows.length <= MAX_JACOBI * size
    ? snapshotEigen(rows, size, MAX_RANK)
    : leadingEigen(rows, size, MAX_RANK, seed)
}

function secondMoments(rows: Float32Array, size: number): Float64Array {
  const matrix = new Float64Array(size * size)
  const count = rows.length / size
  for (let from = 0; from < rows.length; from += size) {
    for (let i = 0; i < size; i++) {
      const x = rows[from + i]!
      if (x === 0) continue
      for (let j = 0; j <= i; j++) matrix[i * size + j]! += x * rows[from + j]!
    }
  }
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const value = matrix[i * size + j]! / count
      matrix[i * size + j] = value
      matrix[j * size + i] = value
    }
  }
  return matrix
}

/** Less than this part of a row's squares is rounding: all there is off a subspace of every coordinate, or off an exact sum of others. */
const ROUNDING = 1e-12

/**
 * Writes the coordinates of a row within the subspace to `scores` and gives its squared distance from it (`spe`) and its
 * squared Mahalanobis distance within it (`t2`).
 */
export function projectRow(pca: Pca, row: Float32Array, scores: Float32Array, into: { spe: number; t2: number }): void {
  const { size, rank, vectors, variances } = pca
  let total = 0
  for (let j = 0; j < size; j++) total += row[j]! * row[j]!
  let squares = total
  let t2 = 0
  for (let k = 0, at = 0; k < rank; k++) {
    let score = 0
    for (let j = 0; j < size; j++, at++) score += vectors[at]! * row[j]!
    scores[k] = score
    squares -= score * score
    t2 += (score * score) / variances[k]!
  }
  into.spe = squares > ROUNDING * total ? squares : 0
  into.t2 = t2
}

/**
 * How much of a row's anomaly score each coordinate accounts for: the reconstruction-based contribution (Alcala and Qin, 2009),
 * which names the right one for a fault in a single coordinate. About chi-squared with one degree of freedom when normal.
 */
export function contributions(pca: Pca, row: Float32Array, out: Float64Array): void {
  const { size, rank, vectors, variances, rest } = pca
  const scores = new Float32Array(rank)
  projectRow(pca, row, scores, { spe: 0, t2: 0 })
  for (let j = 0; j < size; j++) {
    let weighted = row[j]! / rest
    let diagonal = 1 / rest
    for (let k = 0; k < rank; k++) {
      const v = vectors[k * size + j]!
      const gain = 1 / variances[k]! - 1 / rest
      weighted += gain * v * scores[k]!
      diagonal += gain * v * v
    }
    out[j] = (weighted * weighted) / diagonal
  }
}

/** Times that missing coordinates are estimated anew from the others. */
const FILL_ROUNDS = 4

/** Puts into missing coordinates what the others let expect, by repeated projection onto the subspace. */
export function fillMissing(pca: Pca, row: Float32Array, isMissing: (coordinate: number) => boolean): void {
  const { size, rank, vectors } = pca
  const scores = new Float32Array(rank)
  for (let round = 0; round < FILL_ROUNDS; round++) {
    projectRow(pca, row, scores, { spe: 0, t2: 0 })
    for (let j = 0; j < size; j++) {
      if (!isMissing(j)) continue
      let value = 0
      for (let k = 0; k < rank; k++) value += vectors[k * size + j]! * scores[k]!
      row[j] = value
    }
  }
}
