import type { ModelType } from '@omen/engine'
import { csvField } from '@omen/sdk/rules'
import type { Run } from '../cli.ts'
import { UsageError } from '../failures.ts'
import { requireOneStdin } from '../io/require-one-stdin.ts'
import { writeRows } from '../io/write-rows.ts'
import { type Parameters, readParameters } from '../options.ts'
import { counted } from '../render/figures.ts'
import { readTable, type Table } from './read-table.ts'
import { type ModelScores, scoreWithModel } from './score-with-model.ts'

/** Options of `omen score --train`. */
export interface ScoreTrainedOptions extends Pick<Parameters, 'pvalue' | 'cvalue'> {
  /** A count of rows, or a table. */
  train: string
  modelType?: ModelType
  timeZone?: string
  ignore?: readonly string[]
}

/** `omen score --train`: scores the rows of a table with a model that is trained for it. */
export async function runScoreTrained(run: Run, options: ScoreTrainedOptions, path: string): Promise<void> {
  const { modelType = 'Holistic', timeZone } = options
  const settings = { modelType, timeZone, ...readParameters(options) }
  const training = /^\d+$/.test(options.train) ? Number(options.train) : options.train
  const { stdin } = run.io
  const ignored = options.ignore ?? []
  requireOneStdin([path, options.train])
  if (/^[+-]?[\d.,]+$/.test(options.train) && typeof training !== 'number') {
    const hint = 'Give a whole number of rows, such as 400, or a table to train on.'
    throw new UsageError(`--train ${options.train}: this is no count of rows`, hint)
  }
  const table = await readTable(path, stdin, ignored)
  const rowsBefore = typeof training === 'number' ? countRowsBefore(table.times, training) : 0
  const learned = typeof training === 'number' ? training : await readTable(training, stdin, [])
  const scores = scoreWithModel(table, learned, settings)
  await writeRows(run, rowsOf(table, scores))
  const flagged = scores.rows.filter(({ isFlagged }) => isFlagged).length
  run.note(remarks(table, scores, { flagged, rowsBefore }))
  const { trainedRows, findings } = scores
  run.result(
    {
      success: true,
      series: table.series.length,
      rows: table.times.length,
      unread: table.unread,
      ...settings,
      trainedRows,
      findings,
      flagged,
      out: run.file?.path,
    },
    {},
  )
}

function* rowsOf({ timestamps }: Table, { rows }: ModelScores): Generator<string> {
  yield 'timestamp,anomaly_score,probability,flagged\n'
  for (const [row, { score, probability, isFlagged }] of rows.entries()) {
    const shown = Number.isNaN(probability) ? '' : Number(probability.toPrecision(6))
    yield `${csvField(timestamps[row]!)},${Math.round(score * 1e6) / 1e6},${shown},${isFlagged ? 1 : 0}\n`
  }
}

/** Rows after the training rows of a table whose times come before the last of those. */
function countRowsBefore(times: readonly number[], training: number): number {
  const latest = times.slice(0, training).reduce((max, time) => Math.max(max, time), Number.NEGATIVE_INFINITY)
  return times.slice(training).filter((time) => time < latest).length
}

function remarks(
  { name, unread, firstUnread, ...table }: Table,
  scores: ModelScores,
  { flagged, rowsBefore }: { flagged: number; rowsBefore: number },
): string {
  const { trainedRows, findings, gaps, rows } = scores
  const series = counted(table.series.length, 'series', 'series')
  const first = `${name}: ${counted(rows.length, 'row')} of ${series}; trained on ${counted(trainedRows, 'row')}.`
  const missing = gaps > 0 ? `, ${counted(gaps, 'gap')} among them` : ''
  const lines = [first, `${counted(findings, 'finding')}${missing}, ${counted(flagged, 'row')} flagged.`]
  const notNumbers = table.texts.reduce((sum, count) => sum + count, 0)
  if (notNumbers > 0)
    lines.push(`${counted(notNumbers, 'cell')} without a number ${notNumbers === 1 ? 'counts' : 'count'} as missing.`)
  if (rowsBefore > 0) {
    const come = `${counted(rowsBefore, 'row')} to evaluate ${rowsBefore === 1 ? 'comes' : 'come'}`
    lines.push(`${come} before the last training row in time, so that there seem to be gaps. Sort the table by time.`)
  }
  if (firstUnread !== undefined) {
    const where = `the first at line ${firstUnread.line}: ${firstUnread.reason}`
    lines.push(`${counted(unread, 'row')} could not be read and scored 0, ${where}.`)
  }
  return lines.join('\n')
}
