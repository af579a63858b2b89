import { buildFrame, decodeModel, encodeModel, trainModel, updateModel } from '@omen/engine'
import type { Learned, LearnTask } from '../../ports/compute.ts'

/** Trains anew, or goes on from a model. */
export function learnModel(task: LearnTask, onProgress: (done: number, total: number) => void): Learned {
  const frame = buildFrame(task.frame.series, task.frame.times, task.frame.columns)
  const { modelType, exclude } = task
  const outcome = task.base
    ? updateModel(decodeModel(task.base.header, task.base.weights), frame, { exclude, onProgress })
    : trainModel(frame, { modelType, exclude, onProgress })
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
