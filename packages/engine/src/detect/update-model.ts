import type { Frame } from '../series/frame.ts'
import { mergeRows } from '../series/merge-rows.ts'
import type { Model, TrainOptions, TrainResult } from './model.ts'
import { trainRows } from './train-model.ts'
import { memoryColumn } from './training-memory.ts'
import { prepareRows } from './training-rows.ts'

/** How a model learns more; its type stays what it is, and its time zone where no other one is given. */
export type UpdateOptions = Omit<TrainOptions, 'modelType' | 'seed'>

/**
 * Learns more data without forgetting: the model is trained anew on the rows it remembers (all of them, up to 2 MB, then evenly
 * spread blocks) and the new ones, which win where both have a time. The model given is left as it is. Throws RangeError for a
 * frame whose series are not the model's, in its order (see `alignFrame`).
 */
export function updateModel(model: Model, frame: Frame, options: UpdateOptions = {}): TrainResult {
  const isAligned =
    frame.series.length === model.series.length && frame.series.every((key, j) => key.id === model.series[j]!.id)
  if (!isAligned) throw new RangeError('the frame does not have the series of the model')
  const fresh = prepareRows(frame, options.exclude ?? [])
  const { memory } = model
  const times = new Float64Array(memory.times.length + fresh.times.length)
  times.set(memory.times)
  times.set(fresh.times, memory.times.length)
  const columns = fresh.columns.map((column, j) => {
    const joined = new Float64Array(times.length)
    joined.set(memoryColumn(memory, j))
    joined.set(column, memory.times.length)
    return joined
  })
  const merged = { ...mergeRows(times, columns), series: frame.series, stepMs: model.stepMs }
  const result = trainRows(merged, prepareRows(merged, []), {
    ...options,
    timeZone: options.timeZone ?? model.timeZone,
    modelType: model.modelType,
    seed: memory.seed,
  })
  if (result.kind !== 'model') return result
  const trainedFrom = Math.min(model.trainedFrom, result.model.trainedFrom)
  return {
    kind: 'model',
    model: { ...result.model, trainedFrom, rows: Math.max(result.model.rows, model.rows + fresh.usable) },
  }
}
