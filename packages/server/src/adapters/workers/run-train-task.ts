import { decodeModel, encodeModel, trainModel, updateModel } from '@omen/engine/detect'
import { buildFrame } from '@omen/engine/series'
import type { TrainOutcome, TrainTask } from '../../ports/compute.ts'

/** Trains a new model, or updates the base model if there is one. */
export function runTrainTask(task: TrainTask, onProgress: (done: number, total: number) => void): TrainOutcome {
  const frame = buildFrame(task.frame.series, task.frame.times, task.frame.columns)
  const { modelType, exclude, timeZone } = task
  const outcome = task.base
    ? updateModel(decodeModel(task.base.header, task.base.weights), frame, { exclude, timeZone, onProgress })
    : trainModel(frame, { modelType, exclude, timeZone, onProgress })
  if (outcome.kind === 'insufficient') return outcome
  const { header, weights } = encodeModel(outcome.model)
  return {
    kind: 'model',
    model: { header, weights },
    summary: {
      series: header.series,
      intervalMs: header.stepMs,
      trainedFrom: header.trainedFrom,
      trainedTo: header.trainedTo,
      rows: header.rows,
      calibration: header.calibration,
    },
  }
}
