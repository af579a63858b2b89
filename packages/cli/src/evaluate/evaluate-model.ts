import type { Readable } from 'node:stream'
import {
  type Alarm,
  type CalibrationPoint,
  type GapFinding,
  judgeAlarms,
  type LabelledAlarms,
  type Model,
  type ModelType,
  observeCalibration,
  type Period,
} from '@omen/engine'
import { findAnomalies, usualOptions } from '../detect/find-anomalies.ts'
import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { type FrameFile, readFrame } from '../io/read-frame.ts'
import type { LabelledWindow } from '../io/read-windows.ts'
import { counted } from '../render/figures.ts'
import { frameRemarks } from '../render/frame-remarks.ts'
import type { Evaluation } from './evaluation.ts'
import type { MatchedLabels } from './match-labels.ts'
import type { NamedFile } from './named-files.ts'
import { placeLabels } from './place-labels.ts'

/** How a model is made and run, as it was typed. */
export interface ModelChoice {
  train: string
  modelType?: ModelType | undefined
  pvalue?: string | undefined
  cvalue?: string | undefined
}

type Settings = { modelType: ModelType; pvalue: number; cvalue: number }
type RunPart = LabelledAlarms & { file: string; flagged: CalibrationPoint[]; model: Model; remark: string }

/**
 * Trains a model, runs it on files and holds its findings, periods and gaps, against the windows of each. Rows of a file that lie within the time of
 * the training are not judged. Throws CliErrors, see `readFrame`, `findAnomalies` and `placeLabels`.
 */
export async function evaluateModel(
  files: readonly NamedFile[],
  { windows, unused }: MatchedLabels,
  choice: ModelChoice,
  stdin: Readable,
): Promise<Evaluation> {
  const settings = settingsOf(choice)
  const training = await readFrame(choice.train, stdin)
  const remarks = [frameRemarks(training.name, training.report)]
  const parts: RunPart[] = []
  for (const [k, { path, name }] of files.entries()) {
    const file = await readFrame(path, stdin)
    const part = runOn(file, name, training, windows[k]!, settings)
    remarks.push(frameRemarks(file.name, file.report), part.remark)
    parts.push(part)
  }
  return {
    parts: parts.map((part) => ({
      ...{ file: part.file, series: '', rows: part.times.length },
      judgement: judgeAlarms([part]),
    })),
    total: judgeAlarms(parts),
    model: {
      ...settings,
      training: training.name,
      trainedRows: parts[0]!.model.rows,
      flagged: settings.modelType === 'DBScan' ? undefined : pool(parts.map(({ flagged }) => flagged)),
    },
    unusedLabels: unused,
    remarks: remarks.filter((remark) => remark !== ''),
  }
}

/** With DBScan pvalue is a distance and cvalue a number of peers, as everywhere. */
function settingsOf({ modelType = 'Holistic', pvalue, cvalue }: ModelChoice): Settings {
  const usual = modelType === 'DBScan' ? 1 : usualOptions.pvalue
  return { modelType, pvalue: Number(pvalue ?? usual), cvalue: Number(cvalue ?? usualOptions.cvalue) }
}

function runOn(
  file: FrameFile,
  name: string,
  training: FrameFile,
  labels: readonly LabelledWindow[],
  settings: Settings,
): RunPart {
  const { model, frame, scored, periods, gaps, remark } = findAnomalies(training, file, settings)
  const { times } = frame
  const windows = placeLabels(name, times, labels)
  const judgedFrom = firstUnlearned(times, model)
  if (judgedFrom === times.length) throw nothingToJudge(name, training.name)
  const learned =
    judgedFrom > 0 ? `${name}: ${counted(judgedFrom, 'row')} up to the end of the training: not judged.` : ''
  return {
    ...{ file: name, times, windows, judgedFrom, model, remark: [remark, learned].filter(Boolean).join('\n') },
    alarms: [...periods, ...gaps].map((finding) => alarmOf(finding, settings)).sort((a, b) => a.from - b.from),
    flagged: observeCalibration(scored.probability, windows, judgedFrom),
  }
}

function firstUnlearned(times: Float64Array, { trainedFrom, trainedTo }: Model): number {
  const overlaps = times.some((time) => time >= trainedFrom && time <= trainedTo)
  if (!overlaps) return 0
  const row = times.findIndex((time) => time > trainedTo)
  return row < 0 ? times.length : row
}

function nothingToJudge(name: string, training: string): CliError {
  const hint = 'A model is judged on rows that it has not learned from: take a later time.'
  const message = `${name}: no row lies after the time of ${training}`
  return new CliError(message, { code: 'NOTHING_TO_JUDGE', exit: exitCode.failed, hint })
}

/** A finding is told once it has lasted for so many rows; with DBScan cvalue counts peers, and it is told at once. */
function alarmOf({ fromRow, toRow }: Period | GapFinding, { modelType, cvalue }: Settings): Alarm {
  const wait = modelType === 'DBScan' ? 0 : cvalue - 1
  return { from: fromRow, to: toRow - 1, told: Math.min(fromRow + wait, toRow - 1) }
}

function pool(all: readonly CalibrationPoint[][]): CalibrationPoint[] {
  return all[0]!.map(({ nominal }, k) => {
    const samples = all.reduce((sum, one) => sum + one[k]!.samples, 0)
    const flagged = all.reduce((sum, one) => sum + one[k]!.observed * one[k]!.samples, 0)
    return { nominal, observed: samples > 0 ? flagged / samples : 0, samples }
  })
}
