import type { ModelType } from '@omen/engine/detect'
import { type DetectionAlarms, evaluateAlarms, poolCalibration } from '@omen/engine/evaluate'
import type { Evaluation } from '../results/evaluation.ts'

/** How a model was made and run. */
export interface ModelSettings {
  modelType: ModelType
  pvalue: number
  cvalue: number
}

/** What a model reported of one file, with the file's labelled windows. */
export type EvaluatedRun = DetectionAlarms & { file: string; trainedRows: number }

/** Compares what a model reported of some files with the labelled windows of each. Throws RangeError for no file. */
export function evaluateRuns(
  runs: readonly EvaluatedRun[],
  settings: ModelSettings,
  training: string,
): Pick<Evaluation, 'parts' | 'total' | 'model'> {
  const [first] = runs
  if (first === undefined) throw new RangeError('there is no run to evaluate')
  return {
    parts: runs.map((run) => ({
      file: run.file,
      series: '',
      rows: run.times.length,
      evaluation: evaluateAlarms([run]),
    })),
    total: evaluateAlarms(runs),
    model: {
      ...settings,
      training,
      trainedRows: first.trainedRows,
      flagged: settings.modelType === 'DBScan' ? undefined : poolCalibration(runs.map(({ flagged }) => flagged)),
    },
  }
}
