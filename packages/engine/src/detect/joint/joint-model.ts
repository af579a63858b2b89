import type { Tail } from '../../stats/tail.ts'
import type { Pca } from './pca.ts'
import type { Som } from './som.ts'

/** One joint model over some of the columns. */
export type JointModel = {
  /** '' for the model over all; else the group or service. */
  name: string
  /** Which columns of the frame. */
  columns: number[]
  /** Standardised residuals are divided by these before they meet. */
  deviations: Float64Array
  pca: Pca
  som: Som
  tails: JointTails
}

/**
 * Tails of what a joint model measures: distance off and within the subspace, distance to the nearest neuron, its area, and
 * how far off the row is in what it shares with the row before.
 */
export type JointTails = { spe: Tail; t2: Tail; distance: Tail; area: Tail; lasting: Tail }
