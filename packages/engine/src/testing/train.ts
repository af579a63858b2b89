import type { Model, TrainOptions } from '../detect/model.ts'
import { trainModel } from '../detect/train-model.ts'
import type { Frame } from '../series/frame.ts'

/** Trains, and fails the test where there was too little to learn from. */
export function train(frame: Frame, options: TrainOptions): Model {
  const result = trainModel(frame, options)
  if (result.kind !== 'model') throw new Error(result.reason)
  return result.model
}
