import type { Readable } from 'node:stream'
import { trainAndDetect } from '@omen/engine/detect'
import { toDetectionAlarms } from '@omen/engine/evaluate'
import type { EvaluatedRun, ModelSettings } from '../evaluate/evaluate-runs.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import type { NamedFile } from '../io/named-files.ts'
import { type FrameFile, readFrame } from '../io/read-frame.ts'
import type { LabelledWindow } from '../io/read-windows.ts'
import { requireDetected, unsharedRemark } from '../refusals/detection.ts'
import { requireRows } from '../refusals/labels.ts'
import { counted } from '../render/figures.ts'
import { frameRemarks } from '../render/frame-remarks.ts'

/** What a model reported for some files, and remarks on reading them. */
export interface FileRuns {
  training: string
  runs: EvaluatedRun[]
  remarks: string[]
}

/** Trains a model on a table and runs it on files, one held at a time. Throws CliErrors, see `readFrame`, `requireDetected`, `requireRows`. */
export async function runOnFiles(
  train: string,
  files: readonly NamedFile[],
  windows: readonly (readonly LabelledWindow[])[],
  settings: ModelSettings,
  stdin: Readable,
): Promise<FileRuns> {
  const training = await readFrame(train, stdin)
  const remarks = [frameRemarks(training.name, training.report)]
  const runs: EvaluatedRun[] = []
  for (const [index, { path, name }] of files.entries()) {
    const file = await readFrame(path, stdin)
    const { run, remark } = runOn(training, file, name, windows[index]!, settings)
    remarks.push(frameRemarks(file.name, file.report), remark)
    runs.push(run)
  }
  return { training: training.name, runs, remarks: remarks.filter((remark) => remark !== '') }
}

function runOn(
  training: FrameFile,
  file: FrameFile,
  name: string,
  labels: readonly LabelledWindow[],
  settings: ModelSettings,
): { run: EvaluatedRun; remark: string } {
  const detection = requireDetected(training, file, trainAndDetect(training.frame, file.frame, settings))
  const windows = requireRows(name, detection.frame.times, labels)
  const alarms = toDetectionAlarms(detection, windows, settings)
  const { evaluatedFrom, times } = alarms
  if (evaluatedFrom === times.length) throw nothingToEvaluate(name, training.name)
  const learned =
    evaluatedFrom > 0 ? `${name}: ${counted(evaluatedFrom, 'row')} up to the end of the training: not evaluated.` : ''
  return {
    run: { ...alarms, file: name, trainedRows: detection.model.rows },
    remark: [unsharedRemark(training, file, detection), learned].filter(Boolean).join('\n'),
  }
}

function nothingToEvaluate(name: string, training: string): CliError {
  const hint = 'A model is evaluated on rows that it was not trained on: use a later time.'
  const message = `${name}: no row lies after the time of ${training}`
  return new CliError(message, { code: 'NOTHING_TO_JUDGE', exit: EXIT_CODE.failed, hint })
}
