import type { Frame } from '../series/frame.ts'
import { selectColumns } from '../series/frame.ts'
import { type Detection, detect } from './detect.ts'
import type { Insufficient, Model, TrainOptions } from './model.ts'
import type { ModelType } from './model-type.ts'
import type { PeriodOptions } from './period.ts'
import { trainModel } from './train-model.ts'

/** A detection with a model that was trained for it alone, on the series that both frames have. */
export type TrainedDetection = Detection & {
  kind: 'detected'
  model: Model
  /** The scored frame: the shared series in its own order. */
  frame: Frame
  /** How many series only one of the two frames has; they were left out. */
  onlyInTraining: number
  onlyInFrame: number
}

/** What training on one frame and detecting in another gives. */
export type TrainAndDetectResult = TrainedDetection | Insufficient | { kind: 'no-shared-series' }

/**
 * Trains a model on one frame and runs it on another, with the series that both have, matched by id. The model is Holistic
 * where no type is given, and its rhythms by UTC where no time zone is. Too little to learn from, or no series in common, is a result.
 */
export function trainAndDetect(
  training: Frame,
  frame: Frame,
  {
    modelType = 'Holistic',
    timeZone,
    ...options
  }: PeriodOptions & { modelType?: ModelType | undefined } & Pick<TrainOptions, 'timeZone'>,
): TrainAndDetectResult {
  const trainingIndex = new Map(training.series.map(({ id }, index) => [id, index]))
  const shared = frame.series.flatMap(({ id }, index) => (trainingIndex.has(id) ? [{ id, index }] : []))
  if (shared.length === 0) return { kind: 'no-shared-series' }
  const learned = selectColumns(
    training,
    shared.map(({ id }) => trainingIndex.get(id)!),
  )
  const trained = trainModel(learned, { modelType, timeZone })
  if (trained.kind === 'insufficient') return trained
  const scoredFrame = selectColumns(
    frame,
    shared.map(({ index }) => index),
  )
  return {
    kind: 'detected',
    ...detect(trained.model, scoredFrame, options),
    model: trained.model,
    frame: scoredFrame,
    onlyInTraining: training.series.length - shared.length,
    onlyInFrame: frame.series.length - shared.length,
  }
}
