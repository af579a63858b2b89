import { sortPresent } from '../../stats/quantile.ts'
import { fitTail } from '../../stats/tail.ts'
import type { JointModel, JointTails } from './joint-model.ts'
import { createJointReader, standardise } from './joint-reader.ts'
import { fitPca, type Pca, projectRow } from './pca.ts'
import { trainSom } from './som.ts'

/**
 * A flat map follows few coordinates; what lies in the others is for the subspace to say. Fitted on simulated systems
 * and the sample shop.
 */
const MAX_SOM_DIMS = 3
/** In longer trainings, only every k-th row is mapped. */
const MAX_SOM_ROWS = 2048
/**
 * The largest number of rows from which the subspace is fitted. Fitted by measured time and memory: every k-th row trains three times as fast with equal
 * tails.
 */
const MAX_PCA_ROWS = 16_384

/** The geometry of a joint model, without its tails. */
export type JointShape = Omit<JointModel, 'tails'>

/** Learns subspace and map from the chosen rows of standardised residuals (`zScores[column][row]`). */
export function fitJointShape(
  name: string,
  columns: number[],
  zScores: readonly Float64Array[],
  chosen: Int32Array,
  seed: number,
): JointShape {
  const deviations = Float64Array.from(columns, (column) => cutDeviation(zScores[column]!, chosen))
  const rows = gatherRows(columns, zScores, thin(chosen, MAX_PCA_ROWS), deviations)
  const pca = fitPca(rows, columns.length, seed)
  const som = trainMap(pca, gatherRows(columns, zScores, thin(chosen, MAX_SOM_ROWS), deviations))
  return { name, columns, deviations, pca, som }
}

/** Every k-th row, so that at most `limit` are left. */
function thin(rows: Int32Array, limit: number): Int32Array {
  if (rows.length <= limit) return rows
  return Int32Array.from({ length: limit }, (_, k) => rows[Math.floor((k * rows.length) / limit)]!)
}

/** Root mean square of standardised residuals cut at ±5; at least 0.2, so that a column that never moved is not blown up. */
function cutDeviation(zScores: Float64Array, chosen: Int32Array): number {
  let squares = 0
  let count = 0
  for (const row of chosen) {
    const zScore = zScores[row]!
    if (Number.isNaN(zScore)) continue
    squares += Math.min(25, zScore * zScore)
    count++
  }
  return Math.max(0.2, Math.sqrt(squares / Math.max(1, count)))
}

function gatherRows(
  columns: number[],
  zScores: readonly Float64Array[],
  chosen: Int32Array,
  deviations: Float64Array,
): Float32Array {
  const size = columns.length
  const rows = new Float32Array(chosen.length * size)
  const one = new Float64Array(zScores.length)
  for (const [place, row] of chosen.entries()) {
    for (const column of columns) one[column] = Math.max(-5, Math.min(5, zScores[column]![row]!))
    standardise(one, columns, deviations, rows.subarray(place * size, (place + 1) * size))
  }
  return rows
}

function trainMap(pca: Pca, rows: Float32Array) {
  const dims = Math.max(1, Math.min(pca.rank, MAX_SOM_DIMS))
  const count = rows.length / pca.size
  const points = new Float32Array(count * dims)
  const scores = new Float32Array(Math.max(pca.rank, dims))
  for (let row = 0; row < count; row++) {
    projectRow(pca, rows.subarray(row * pca.size, (row + 1) * pca.size), scores, { spe: 0, t2: 0 })
    points.set(scores.subarray(0, dims), row * dims)
  }
  return trainSom(points, dims, pca.variances.map(Math.sqrt))
}

/** Measures by row, NaN where the joint model's columns were all missing. */
export type MeasuredRows = Record<keyof JointTails, Float64Array>

/** Measures the chosen rows by a shape, into arrays by row. */
export function measureRows(
  shape: JointShape,
  zScores: readonly Float64Array[],
  chosen: Int32Array,
  into: MeasuredRows,
): void {
  const reader = createJointReader(shape)
  const one = new Float64Array(zScores.length)
  for (const row of chosen) {
    for (const column of shape.columns) one[column] = zScores[column]![row]!
    const measures = reader.measure(one)
    into.spe[row] = measures.spe
    into.t2[row] = measures.t2
    into.distance[row] = measures.distance
    into.area[row] = measures.area
    into.lasting[row] = measures.lasting
  }
}

/** Arrays for `rows` rows, all NaN. */
export function emptyMeasures(rows: number): MeasuredRows {
  const empty = (): Float64Array => new Float64Array(rows).fill(Number.NaN)
  return { spe: empty(), t2: empty(), distance: empty(), area: empty(), lasting: empty() }
}

/** Tails of measures taken on rows that the shape had not seen. */
export function fitJointTails(measured: MeasuredRows, isChosen: (row: number) => boolean): JointTails {
  const tailOf = (values: Float64Array) => {
    const sorted = sortPresent(values.map((value, row) => (isChosen(row) ? value : Number.NaN)))
    return fitTail(sorted.length > 0 ? sorted : new Float64Array(1), { minScale: 1e-3, family: 'exponential' })
  }
  return {
    spe: tailOf(measured.spe),
    t2: tailOf(measured.t2),
    distance: tailOf(measured.distance),
    area: tailOf(measured.area),
    lasting: tailOf(measured.lasting),
  }
}
