/** Eigenvalues, largest first, and the vectors that belong to them: `vectors[k * size + i]` is coordinate `i` of vector `k`. */
export type Eigen = { values: Float64Array; vectors: Float64Array }

/** Sweeps of rotations, at most. */
const MAX_SWEEPS = 60

/** Decomposes a symmetric matrix, row by row, by Jacobi rotations. The sign of a vector makes its largest coordinate positive. */
export function symmetricEigen(matrix: Float64Array, size: number): Eigen {
  if (matrix.length !== size * size) throw new RangeError(`a matrix of size ${size} has ${size * size} entries`)
  const a = matrix.slice()
  const v = new Float64Array(size * size)
  for (let k = 0; k < size; k++) v[k * size + k] = 1
  let norm = 0
  for (const entry of a) norm += entry * entry
  for (let sweep = 0; sweep < MAX_SWEEPS && offDiagonal(a, size) > 1e-22 * norm; sweep++) {
    for (let p = 0; p < size - 1; p++) for (let q = p + 1; q < size; q++) rotate(a, v, size, p, q)
  }
  return sortEigen(a, v, size)
}

function offDiagonal(a: Float64Array, size: number): number {
  let sum = 0
  for (let p = 0; p < size; p++) for (let q = 0; q < p; q++) sum += 2 * a[p * size + q]! ** 2
  return sum
}

/** Makes entry (p, q) zero (Golub and Van Loan, section 8.5); row `k` of `v` becomes vector `k`. */
function rotate(a: Float64Array, v: Float64Array, size: number, p: number, q: number): void {
  const apq = a[p * size + q]!
  if (Math.abs(apq) < 1e-300) return
  const theta = (a[q * size + q]! - a[p * size + p]!) / (2 * apq)
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (let k = 0; k < size; k++) {
    const x = a[k * size + p]!
    const y = a[k * size + q]!
    a[k * size + p] = c * x - s * y
    a[k * size + q] = s * x + c * y
  }
  for (let k = 0; k < size; k++) {
    const x = a[p * size + k]!
    const y = a[q * size + k]!
    a[p * size + k] = c * x - s * y
    a[q * size + k] = s * x + c * y
    const vx = v[p * size + k]!
    const vy = v[q * size + k]!
    v[p * size + k] = c * vx - s * vy
    v[q * size + k] = s * vx + c * vy
  }
}

function sortEigen(a: Float64Array, v: Float64Array, size: number): Eigen {
  const order = Array.from({ length: size }, (_, k) => k).sort((x, y) => a[y * size + y]! - a[x * size + x]! || x - y)
  const values = Float64Array.from(order, (k) => a[k * size + k]!)
  const vectors = new Float64Array(size * size)
  for (const [place, k] of order.entries()) {
    const vector = v.subarray(k * size, (k + 1) * size)
    const largest = vector.reduce((best, x) => (Math.abs(x) > Math.abs(best) + 1e-12 ? x : best), 0)
    vectors.set(largest < 0 ? vector.map((x) => -x) : vector, place * size)
  }
  return { values, vectors }
}
