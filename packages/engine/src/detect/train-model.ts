import type { Frame } from '../series/frame.ts'
import { type FittedColumn, fitColumn } from './column/fit-column.ts'
import { fitFinal, fitJointView, holdOutSplit } from './fit-views.ts'
import { FOLDS } from './folds.ts'
import { jointViews } from './joint-views.ts'
import { mapStates } from './map-states.ts'
import type { Model, TrainOptions, TrainResult } from './model.ts'
import { modelTypes } from './model-type.ts'
import { fitPeers, MIN_PEERS } from './peers/fit-peers.ts'
import { keepRows } from './training-memory.ts'
import { prepareRows, type TrainingRows } from './training-rows.ts'

/** Fewer usable rows than this cannot be learned from. */
export const MIN_TRAINING_ROWS = 30

/**
 * Learns what is normal from a frame. Needs 30 rows with at least one value, and for `DBScan` three instances of one metric;
 * else the result says how many there were. The same frame and options give the same model, byte for byte. Throws RangeError
 * for an unknown type or a frame without series.
 */
export function trainModel(frame: Frame, options: TrainOptions): TrainResult {
  if (!modelTypes.includes(options.modelType)) throw new RangeError(`unknown modelType '${options.modelType}'`)
  if (frame.series.length === 0) throw new RangeError('a model needs at least one series')
  const rows = prepareRows(frame, options.exclude ?? [])
  if (rows.usable < MIN_TRAINING_ROWS)
    return insufficient(MIN_TRAINING_ROWS, rows.usable, `training needs ${MIN_TRAINING_ROWS} rows with values`)
  return trainRows(frame, rows, options)
}

function insufficient(need: number, got: number, reason: string): TrainResult {
  return { kind: 'insufficient', need, got, reason: `${reason}, got ${got}` }
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
  const tick = (by: number) => (): void => options.onProgress?.((done += by), total)
  const fitted = rows.columns.map((column): FittedColumn => {
    const one = fitColumn(rows.times, column, rows.steps, frame.stepMs)
    tick(1)()
    return one
  })
  const columns = fitted.map((one) => one.model)
  const surprises = fitted.map((one) => one.surprises)
  const peers = modelType === 'DBScan' ? fitPeers(frame.series, columns, surprises) : []
  if (modelType === 'DBScan' && peers.length === 0) {
    const got = mostInstances(frame)
    return insufficient(MIN_PEERS, got, `peers need ${MIN_PEERS} instances of one metric`)
  }
  const joints = wanted.map((view) => fitJointView(view, surprises, seed, tick(4)))
  const isSplit = modelType === 'Split' || modelType === 'Hybrid' || modelType === 'DBScan'
  const heldOut = joints.map((one) => one.heldOut)
  if (isSplit) heldOut.unshift(holdOutSplit(columns, surprises))
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
    states: joints.length === 1 ? mapStates(joints[0]!.joint, rows.columns, surprises) : new Float32Array(0),
    peers,
    memory: keepRows(rows, seed),
  }
  tick(1)()
  return { kind: 'model', model }
}

function mostInstances(frame: Pick<Frame, 'series'>): number {
  const counts = new Map<string, number>()
  for (const key of frame.series) counts.set(key.metric, (counts.get(key.metric) ?? 0) + 1)
  return Math.max(...counts.values())
}
