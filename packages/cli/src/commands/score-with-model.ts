import {
  createScorer,
  detect,
  type Model,
  type ModelType,
  PEER_THRESHOLD,
  type TrainResult,
  trainModel,
} from '@omen/engine/detect'
import type { Frame } from '@omen/engine/series'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import { counted } from '../render/figures.ts'
import { frameOf, type Table, type TableFrame } from './read-table.ts'

/** How a model is trained and run. */
export interface ModelScoreOptions {
  modelType: ModelType
  timeZone?: string | undefined
  pvalue: number
  cvalue: number
}

/** A row evaluated by a model; NaN where it could not be. */
export interface ModelScore {
  score: number
  probability: number
  isFlagged: boolean
}

/** The rows of a table in its order, and what the model was. */
export interface ModelScores {
  rows: ModelScore[]
  trainedRows: number
  /** Periods and gaps. */
  findings: number
  /** Those that are gaps: of rows that are missing none can be flagged. */
  gaps: number
}

/**
 * Trains a model on the first rows of a table, or on another table, and evaluates the others, or all. The rows that it was trained on have
 * a score, but are not flagged. Throws a UsageError for more training rows than there are rows before the last, CliErrors for tables
 * that do not fit together and too few rows.
 */
export function scoreWithModel(table: Table, training: Table | number, options: ModelScoreOptions): ModelScores {
  if (typeof training !== 'number') {
    const model = trainOn(training.name, alignTo(table, training), options, true)
    const found = evaluate(model, frameOf(table), options)
    return { ...found, trainedRows: model.rows }
  }
  const { length } = table.times
  if (training >= length) {
    const max = length > 1 ? `Give at most ${length - 1}` : 'Give a table to train on'
    const has = counted(length, 'row')
    throw new UsageError(`--train ${training}: ${table.name} has ${has}`, `${max}, so that a row is left to score.`)
  }
  const learned = frameOf(table, 0, training)
  const model = trainOn(table.name, learned.frame, options, false)
  const found = evaluate(model, frameOf(table, training), options)
  const { probability } = createScorer(model).push(learned.frame)
  const before = learned.indices.map((index) => toScore(probability[index] ?? Number.NaN, false, options))
  return { ...found, rows: [...before, ...found.rows], trainedRows: model.rows }
}

function evaluate(
  model: Model,
  { frame, indices }: TableFrame,
  options: ModelScoreOptions,
): Omit<ModelScores, 'trainedRows'> {
  const { scored, periods, gaps } = detect(model, frame, options)
  const isFlagged = new Uint8Array(frame.times.length)
  for (const { fromRow, toRow } of [...periods, ...gaps]) isFlagged.fill(1, fromRow, toRow)
  const rows = indices.map((index) => toScore(scored.probability[index] ?? Number.NaN, isFlagged[index] === 1, options))
  return { rows, findings: periods.length + gaps.length, gaps: gaps.length }
}

/** The score is 0.5 where the probability is the threshold, and rises with its logarithm. */
function toScore(probability: number, isFlagged: boolean, { modelType, pvalue }: ModelScoreOptions): ModelScore {
  if (Number.isNaN(probability)) return { score: 0, probability, isFlagged }
  const threshold = -Math.log(modelType === 'DBScan' ? PEER_THRESHOLD : 1 - pvalue)
  const evidence = -Math.log(probability)
  return { score: evidence > 0 ? evidence / (evidence + threshold) : 0, probability, isFlagged }
}

/** The training rows with the series of the table, in its order. Series that only the training has are left out. */
function alignTo(table: Table, training: Table): Frame {
  const { frame } = frameOf(training)
  const columns = new Map(frame.series.map(({ id }, index) => [id, frame.columns[index]!]))
  const missing = table.series.find(({ id }) => !columns.has(id))
  if (missing !== undefined) {
    const hint = `Its columns: ${training.series.map(({ id }) => id).join(', ')}. Leave one out with --ignore.`
    const message = `${training.name}: there is no column "${missing.id}", which ${table.name} has`
    throw new CliError(message, { code: 'SERIES_MISMATCH', exit: EXIT_CODE.failed, hint })
  }
  return { ...frame, series: table.series, columns: table.series.map(({ id }) => columns.get(id)!) }
}

/** `isTable` where the rows are those of another table. */
function trainOn(name: string, frame: Frame, { modelType, timeZone }: ModelScoreOptions, isTable: boolean): Model {
  const result: TrainResult = trainModel(frame, { modelType, timeZone })
  if (result.kind === 'model') return result.model
  const { counted: what, need, reason } = result
  const rows = isTable ? `Train on ${need} rows or more.` : `Give --train ${need} rows or more, or a table to train on.`
  const hint = what === 'rows' ? rows : 'Give more instances, or another --model-type.'
  throw new CliError(`${name}: ${reason}`, { code: 'NOT_ENOUGH_DATA', exit: EXIT_CODE.failed, hint })
}
