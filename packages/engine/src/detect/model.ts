import type { SeriesKey } from '../series/frame.ts'
import type { Tail } from '../stats/tail.ts'
import type { Calibration } from './calibration.ts'
import type { ColumnModel } from './column/column-model.ts'
import type { JointModel } from './joint/joint-model.ts'
import type { ModelType } from './model-type.ts'
import type { PeerModel } from './peers/peer-model.ts'
import type { RunLimit } from './run-limits.ts'
import type { ViewTails } from './view-tails.ts'

/** A trained description of normal. Opaque to callers: `encodeModel`, `displayModel` and `createScorer` read it. */
export type Model = ModelHeader & {
  columns: ColumnModel[]
  joints: JointModel[]
  /** Whether each column also speaks for itself (Split, Hybrid). */
  isSplit: boolean
  /** In the order: split, then each joint model. */
  views: ViewTails[]
  /** Tail of the most anomalous view, by which the final probability is reported. */
  final: Tail
  /** How far runs of normal rows go. Missing in models of layout 2 and before. */
  runLimits?: RunLimit[]
  /** What each column gives as typical, smoothed over the map: `states[neuron * series + column]`; empty without one map. */
  states: Float32Array
  peers: PeerModel[]
  memory: TrainingMemory
}

/** The public facts of a model, plain JSON. */
export type ModelHeader = {
  format: 1
  modelType: ModelType
  series: SeriesKey[]
  stepMs: number
  /** Times of the first and the last training row. */
  trainedFrom: number
  trainedTo: number
  /** Training rows that held at least one value. */
  rows: number
  calibration: Calibration
  /** IANA zone of the clocks that its rhythms follow; UTC where there is none. */
  timeZone?: string
}

/** Training rows kept so that an update forgets nothing; thinned in blocks of neighbouring rows when there are too many. */
export type TrainingMemory = { times: Float64Array; values: Float64Array; seed: number }

/** Training was not possible: `need` and `got` count rows with values, or instances of one metric for peers. */
export type Insufficient = {
  kind: 'insufficient'
  need: number
  got: number
  counted: 'rows' | 'instances'
  reason: string
}

/** What training gives. */
export type TrainResult = { kind: 'model'; model: Model } | Insufficient

/**
 * How a model is trained. `exclude` names known-abnormal intervals in epoch ms, ends included, that are left out; `timeZone` the IANA zone of the clocks that rhythms
 * of the day and the week follow, before and after they are changed, UTC without one.
 */
export type TrainOptions = {
  modelType: ModelType
  /** Only used where a table is too wide for an exact decomposition. */
  seed?: number
  exclude?: readonly { start: number; end: number }[]
  timeZone?: string | undefined
  onProgress?(done: number, total: number): void
}
