import type { WindowEvaluation } from '@omen/engine'
import type { Evaluation } from '../results/evaluation.ts'
import type { Gate } from '../results/gate.ts'
import { duration } from './duration.ts'
import { calibrationTable, nabTable, partsTable } from './evaluation-tables.ts'
import { count, counted, percent } from './figures.ts'
import { plain } from './plain.ts'
import { share } from './share.ts'
import { table } from './table.ts'
import type { View } from './view.ts'

/** An evaluation: how it was done, the figures of all together, NAB's scores or what a model flags, and each file. */
export function renderEvaluation(evaluation: Evaluation, view: View): string {
  const { paint, width } = view
  const { model, scores, parts } = evaluation
  const tables = [
    ...(scores?.nab ? [nabTable(scores.nab)] : []),
    ...(model?.flagged ? [calibrationTable(model.flagged)] : []),
    ...(parts.length > 1 ? [partsTable(parts)] : []),
  ]
  return [
    [paint.dim(howOf(evaluation)), ...figureLines(evaluation, paint.bold)].join('\n'),
    ...tables.map(({ columns, rows }) => table(columns, rows, width, paint)),
  ].join('\n\n')
}

/** What was evaluated and how, in a sentence. */
export function howOf({ parts, scores, model, total }: Evaluation): string {
  const days = `${daysText(total.days)} evaluated`
  if (!model) {
    const of = `${counted(parts.length, 'series', 'series')} and ${counted(total.windows, 'window')} in ${days}`
    return `${of}; an alarm is ${scores ? `a score of at least ${scores.threshold}` : 'a run of flagged rows'}.`
  }
  const how = `${model.modelType}, trained on ${counted(model.trainedRows, 'row')} of ${plain(model.training)}`
  const of = `${counted(parts.length, 'file')} and ${counted(total.windows, 'window')} in ${days}`
  return `${how}, pvalue ${model.pvalue}, cvalue ${model.cvalue}; ${of}; an alarm is a period or a gap.`
}

function daysText(days: number): string {
  return days >= 100 ? counted(days, 'day') : `${Number(days.toPrecision(2))} days`
}

/** The figures of all together with what they are made of. */
export function figureRows({
  total,
  model,
}: Pick<Evaluation, 'total' | 'model'>): [name: string, value: string, of: string][] {
  const { windows, windowsHit, falseAlarms, falseRuns, days, delayMs, flaggedOutside: flagged } = total
  const runs = falseRuns === falseAlarms ? '' : `, ${count(falseRuns)} with neighbouring rows as one`
  return [
    [
      'precision',
      share(total.precision),
      `${counted(windowsHit, 'window')} hit, ${counted(falseAlarms, 'false alarm')}`,
    ],
    ['recall', share(total.recall), `${count(windowsHit)} of ${counted(windows, 'window')} hit`],
    ['F1', share(total.f1), ''],
    [
      'false alarms',
      total.falseAlarmsPerDay === undefined ? '–' : String(Number(total.falseAlarmsPerDay.toPrecision(2))),
      `a ${model ? 'day' : 'series-day'}: ${count(falseAlarms)} in ${daysText(days)}${runs}`,
    ],
    [
      'flagged',
      flagged === undefined ? '–' : percent(flagged),
      `of the rows outside the windows lie in ${model ? 'a finding' : 'an alarm'}`,
    ],
    [
      'delay',
      delayMs === undefined ? '–' : duration(delayMs),
      'from the beginning of a window to its first alarm, median',
    ],
  ]
}

function figureLines(evaluation: Evaluation, bold: (text: string) => string): string[] {
  return figureRows(evaluation).map(([name, value, of]) => `${name.padEnd(14)}${bold(value.padEnd(10))}${of}`.trimEnd())
}

/** The same as JSON; what cannot be computed is null. */
export function evaluationJson(evaluation: Evaluation, failOn: Gate | undefined): object {
  const { parts, total, scores, model, unusedLabels } = evaluation
  const files = parts.map(({ evaluation, ...part }) => ({ ...part, ...windowEvaluationJson(evaluation) }))
  return { success: true, total: windowEvaluationJson(total), ...scores, model, files, unusedLabels, failOn }
}

function windowEvaluationJson(evaluation: WindowEvaluation): object {
  return Object.fromEntries(Object.entries(evaluation).map(([name, value]) => [name, value ?? null]))
}
