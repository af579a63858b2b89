import { tailProbabilityUpTo } from '../../stats/tail.ts'
import { pairZScore } from '../column/fit-column-tails.ts'
import type { JointModel } from './joint-model.ts'
import { createNeuronFinder } from './neuron-finder.ts'
import { fillMissing, projectRow } from './pca.ts'

/** Standardised residuals beyond this are all the same to a joint model: a column without width in training gives any number. */
const CUT = 100
/** Squared distance within which a row lies on the subspace, or at a neuron: where columns stand at few points, a trace is no deviation. */
const RESOLUTION = 1e-3

/** What a joint model measures of a row; all NaN where none of its columns was observed. */
export type JointMeasures = { spe: number; t2: number; distance: number; area: number; lasting: number; neuron: number }

/** Measures rows by a joint model. */
export type JointReader = {
  /** `zScores` by column of the frame. The object given is the same each time. */
  measure(zScores: ArrayLike<number>): JointMeasures
  /** The row that was measured last, as the subspace sees it. */
  readonly row: Float32Array
  /** The whole state, from which another reader goes on: the row that was measured last. */
  save(): Float32Array
}

/** A reader for one joint model; the tails are not needed. */
export function createJointReader(model: Omit<JointModel, 'tails'>, saved?: Float32Array): JointReader {
  const { columns, deviations, pca, som } = model
  const row = new Float32Array(columns.length)
  const previous = saved?.slice() ?? new Float32Array(columns.length)
  const both = new Float32Array(columns.length)
  const scores = new Float32Array(Math.max(pca.rank, som.dims))
  const measures: JointMeasures = { spe: 0, t2: 0, distance: 0, area: 0, lasting: 0, neuron: 0 }
  const shared = { spe: 0, t2: 0 }
  const finder = createNeuronFinder(som.codeBook, som.dims)
  const measureLasting = (): number => {
    for (let k = 0; k < row.length; k++) both[k] = pairZScore(previous[k]!, row[k]!)
    projectRow(pca, both, scores, shared)
    return Math.log1p(shared.spe / pca.rest + shared.t2)
  }
  return {
    row,
    measure(zScores) {
      const observed = standardise(zScores, columns, deviations, row)
      if (observed < columns.length) fillMissing(pca, row, (k) => Number.isNaN(zScores[columns[k]!]!))
      projectRow(pca, row, scores, measures)
      const widening = columns.length / Math.max(1, observed)
      measures.neuron = finder.find(scores, 0)
      measures.spe = observed > 0 ? Math.log1p(Math.max(0, measures.spe * widening - RESOLUTION)) : Number.NaN
      measures.t2 = observed > 0 ? Math.log1p(measures.t2) : Number.NaN
      measures.distance = observed > 0 ? 0.5 * Math.log1p(Math.max(0, finder.distance - RESOLUTION)) : Number.NaN
      measures.area = observed > 0 ? som.area[measures.neuron]! : Number.NaN
      measures.lasting = observed > 0 ? measureLasting() : Number.NaN
      previous.set(row)
      return measures
    },
    save: () => previous.slice(),
  }
}

/** Cuts and scales standardised residuals; a gap becomes 0. Gives how many were observed. */
export function standardise(
  zScores: ArrayLike<number>,
  columns: readonly number[],
  deviations: Float64Array,
  out: Float32Array,
): number {
  let observed = 0
  for (let k = 0; k < columns.length; k++) {
    const zScore = zScores[columns[k]!]!
    if (Number.isNaN(zScore)) {
      out[k] = 0
      continue
    }
    observed++
    out[k] = (zScore > CUT ? CUT : Math.max(zScore, -CUT)) / deviations[k]!
  }
  return observed
}

/** Tail probability of a measured row: the smallest of the five views, times five for having five. */
export function jointProbability(tails: JointModel['tails'], measures: JointMeasures): number {
  let min = tailProbabilityUpTo(tails.spe, measures.spe, 1 / 5)
  min = tailProbabilityUpTo(tails.t2, measures.t2, min)
  min = tailProbabilityUpTo(tails.distance, measures.distance, min)
  min = tailProbabilityUpTo(tails.area, measures.area, min)
  return 5 * tailProbabilityUpTo(tails.lasting, measures.lasting, min)
}
