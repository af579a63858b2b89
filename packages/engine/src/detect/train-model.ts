import type { Frame } from '../series/frame.ts'
import { localClock } from '../series/local-clock.ts'
import { describeValues } from './column/describe-values.ts'
import { type FittedColumn, fitColumn } from './column/fit-column.ts'
import { fitFinal, fitJointView, holdOutSplit } from './fit-views.ts'
import { FOLDS } from './folds.ts'
import { findQuietTimes } from './gaps/quiet-times.ts'
import type { JointModel } from './joint/joint-model.ts'
import { createJointReader } from './joint/joint-reader.ts'
import { SOM_SIDE, smoothGrid } from './joint/som.ts'
import { jointViews } from './joint-views.ts'
import type { Insufficient, Model, TrainOptions, TrainResult } from './model.ts'
import { MODEL_TYPES } from './model-type.ts'
import { acceptsLevelAfter } from './new-normal.ts'
import { deviateFromPeers } from './peers/deviate.ts'
import { fitPeers } from './peers/fit-peers.ts'
import { MIN_PEERS, maxInstances, peerGroups } from './peers/peer-groups.ts'
import { keepRows } from './training-memory.ts'
import { prepareRows, type TrainingRows } from './training-rows.ts'

/** Fewer usable rows than this cannot be learned from. */
export const MIN_TRAINING_ROWS = 30

/**
 * Learns what is normal from a frame. Needs 30 rows with at least one value, and for `DBScan` three instances of one metric;
 * else the result says how many there were. The same frame and options give the same model, byte for byte. Throws RangeError
 * for an unknown type or zone, or a frame without series.
 */
export function trainModel(frame: Frame, options: TrainOptions): TrainResult {
  if (!MODEL_TYPES.includes(options.modelType)) throw new RangeError(`unknown modelType '${options.modelType}'`)
  if (frame.series.length === 0) throw new RangeError('a model needs at least one series')
  const rows = prepareRows(frame, options.exclude ?? [])
  if (rows.usable < MIN_TRAINING_ROWS) return insufficient('rows', MIN_TRAINING_ROWS, rows.usable)
  return trainRows(frame, rows, options)
}

function insufficient(counted: Insufficient['counted'], need: number, got: number): Insufficient {
  const what = { rows: 'training needs $ rows with values', instances: 'peers need $ instances of one metric' }[counted]
  return { kind: 'insufficient', need, got, counted, reason: `${what.replace('$', String(need))}, got ${got}` }
}

/** Trains on prepared rows. `frame` gives the series and the step alone. */
export function trainRows(
  frame: Pick<Frame, 'series' | 'stepMs'>,
  rows: TrainingRows,
  options: TrainOptions,
): TrainResult {
  const { modelType, seed = 1 } = options
  const wanted = jointViews(modelType, frame.series)
  const total = frame.series.length + wanted.length * (FOLDS + 1) * 4 + 1
  let done = 0
  const tick = (by: number) => (): void => {
    done += by
    options.onProgress?.(done, total)
  }
  const groups = modelType === 'DBScan' ? peerGroups(frame.series, rows.columns) : []
  if (modelType === 'DBScan' && groups.length === 0)
    return insufficient('instances', MIN_PEERS, maxInstances(frame.series))
  const inputs = groups.length > 0 ? deviateFromPeers(rows.columns, groups).deviations : rows.columns
  const acceptAfter = acceptsLevelAfter({ modelType, stepMs: frame.stepMs })
  const times = rows.times.map(localClock(options.timeZone))
  const fitted = inputs.map((column): FittedColumn => {
    const one = fitColumn({ ...rows, times, stepMs: frame.stepMs }, column, acceptAfter)
    tick(1)()
    return one
  })
  const columns = fitted.map((one, j) => {
    const quiet = findQuietTimes(times, rows.columns[j]!, frame.stepMs)
    return { ...one.model, facts: { ...describeValues(rows.columns[j]!), ...(quiet && { quiet }) } }
  })
  const zScores = fitted.map((one) => one.zScores)
  const joints = wanted.map((view) => fitJointView(view, zScores, seed, tick(4)))
  const isSplit = modelType === 'Split' || modelType === 'Hybrid' || modelType === 'DBScan'
  const heldOut = joints.map((one) => one.heldOut)
  if (isSplit) heldOut.unshift(holdOutSplit(columns, zScores))
  const model: Model = {
    format: 1,
    modelType,
    series: [...frame.series],
    stepMs: frame.stepMs,
    trainedFrom: rows.times[0]!,
    trainedTo: rows.times[rows.times.length - 1]!,
    rows: rows.usable,
    ...fitFinal(heldOut),
    columns,
    joints: joints.map((one) => one.joint),
    isSplit,
    states: joints.length === 1 ? mapStates(joints[0]!.joint, rows.columns, zScores) : new Float32Array(0),
    peers: fitPeers(groups, zScores),
    memory: keepRows(rows, seed),
    ...(options.timeZone !== undefined && options.timeZone !== 'UTC' && { timeZone: options.timeZone }),
  }
  tick(1)()
  return { kind: 'model', model }
}

/** Neurons around a winner that share in its rows. */
const RADIUS = 1.5
/** Of more rows every k-th is placed on the map. */
const MAX_ROWS = 4096

/**
 * The state that each neuron stands for, in the units of the series: the mean of the training rows won by it and its
 * neighbours. `states[neuron * series + column]`; the mean of all rows where none is near.
 */
function mapStates(
  joint: JointModel,
  columns: readonly Float64Array[],
  zScores: readonly Float64Array[],
): Float32Array {
  const size = columns.length
  const reader = createJointReader(joint)
  const stride = Math.max(1, Math.ceil(columns[0]!.length / MAX_ROWS))
  const width = 2 * size + 1
  const sums = new Float64Array(SOM_SIDE * SOM_SIDE * width)
  const whole = new Float64Array(width)
  const one = new Float64Array(size)
  for (let row = 0; row < columns[0]!.length; row += stride) {
    for (let j = 0; j < size; j++) one[j] = zScores[j]![row]!
    const at = reader.measure(one).neuron * width
    for (let j = 0; j < size; j++) {
      const value = columns[j]![row]!
      if (Number.isNaN(value)) continue
      sums[at + 2 * j]! += value
      sums[at + 2 * j + 1]!++
      whole[2 * j]! += value
      whole[2 * j + 1]!++
    }
    sums[at + width - 1]!++
  }
  return meanStates(smoothGrid(sums, width, RADIUS), whole, size)
}

function meanStates(smooth: Float64Array, whole: Float64Array, size: number): Float32Array {
  const width = 2 * size + 1
  const states = new Float32Array(SOM_SIDE * SOM_SIDE * size)
  for (let n = 0; n < SOM_SIDE * SOM_SIDE; n++) {
    for (let j = 0; j < size; j++) {
      const count = smooth[n * width + 2 * j + 1]!
      const mean = whole[2 * j]! / Math.max(1, whole[2 * j + 1]!)
      states[n * size + j] = count > 1e-3 ? smooth[n * width + 2 * j]! / count : mean
    }
  }
  return states
}
