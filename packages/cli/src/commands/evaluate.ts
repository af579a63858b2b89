import type { ModelType } from '@omen/engine'
import { type Command, InvalidArgumentError } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { type FailOnFigure, parseFailOnFigure } from '../fail-on/fail-on-figure.ts'
import { checkRules } from '../fail-on/gate.ts'
import { UsageError } from '../failures.ts'
import { requireOneStdin } from '../io/require-one-stdin.ts'
import {
  addOutputOptions,
  addParameterOptions,
  failOnOption,
  modelTypeOption,
  readParameters,
  requireParameters,
} from '../options.ts'
import { counted } from '../render/figures.ts'
import { evaluationReport } from '../render/gate-reports.ts'
import { junit } from '../render/junit.ts'
import { sarif } from '../render/sarif.ts'
import type { Evaluation } from '../results/evaluation.ts'

interface EvaluateOptions {
  windows?: string
  threshold?: number
  train?: string
  modelType?: ModelType
  pvalue?: string
  cvalue?: string
  failOn?: FailOnFigure[]
}

/** The score at which an alarm is given. */
const ALARM = 0.5

/** `omen evaluate` */
export function evaluate(cli: Cli): Command {
  const command = describeCommand('evaluate', {
    summary: 'compare scores, or a model, with labelled anomalies, without a server',
    description:
      'Compares scores with labelled windows: precision, recall and F1 by window, false alarms per series-day, ' +
      'detection delay, and the three scores of the Numenta Anomaly Benchmark. The files are what "omen score" writes, ' +
      'or plain tables, which are scored first; a folder stands for the CSV files in and below it. Of scores with a model ("omen score --train") ' +
      'the alarms are runs of flagged rows, and every row is evaluated. A window is hit when ' +
      'an alarm overlaps it; precision is the windows hit out of windows hit plus false alarms. As in NAB, the first 15 ' +
      '% of a series, at most 750 rows, are not evaluated. With --train a model is trained and run instead: its periods ' +
      'and gaps are the alarms, every row after the training is evaluated, and the share of normal rows that it flags ' +
      'is shown next to 1 - pvalue. Windows are JSON as in NAB, or a CSV with file,start,end; files without windows ' +
      'count as normal.',
    examples: [
      { run: 'omen evaluate scores/ --windows windows.json', does: 'a folder of scores against the labels of NAB' },
      {
        run: 'omen evaluate cpu.csv --windows incidents.csv --threshold 0.4',
        does: 'scores a table, then evaluates it',
      },
      {
        run: 'omen evaluate scores/ --windows windows.json --fail-on "recall<0.5" --fail-on "false-alarms>0.01"',
        does: 'fails a build, with 3, when detection gets worse',
      },
      {
        run: 'omen evaluate run.csv --train quiet.csv --model-type Hybrid --windows incidents.csv',
        does: 'a model: its alarms, and nominal against observed',
      },
    ],
  })
    .argument('<scores...>', 'scores, tables or folders of them, or "-" for standard input')
    .option('--windows <file>', 'labelled windows: JSON, or a CSV with file,start,end or start,end')
    .option(
      '--threshold <score>',
      'the score that counts as an alarm (default: 0.5, or the rows that a model flagged)',
      anyNumber,
    )
    .option('--train <file>', 'train a model on this table and evaluate that')
    .addOption(modelTypeOption('type of the model (default: Holistic)'))
  return addOutputOptions(addParameterOptions(command), ['text', 'json', 'csv', 'md', 'junit', 'sarif'])
    .addOption(failOnOption('f1<N, precision<N, recall<N, false-alarms>N (a day), nab<N', parseFailOnFigure))
    .action(act<EvaluateOptions>(cli, runEvaluate))
}

async function runEvaluate(run: Run, options: EvaluateOptions, paths: string[]): Promise<void> {
  requireOptions(options, paths)
  const evaluation = await evaluateFiles(run, options, paths)
  const { evaluationJson, renderEvaluation } = await import('../render/evaluation.ts')
  const { evaluationCsv } = await import('../render/evaluation-csv.ts')
  const { evaluationMarkdown } = await import('../render/evaluation-markdown.ts')
  const rules = options.failOn ?? []
  const gate = checkRules(options.failOn, evaluation)
  const json = evaluationJson(evaluation, gate)
  const report = () =>
    evaluationReport(
      rules.map(({ rule }) => rule),
      gate,
    )
  for (const remark of evaluation.remarks) run.note(remark)
  run.note(unusedRemark(evaluation.unusedLabels))
  run.result(json, {
    text: () => renderEvaluation(evaluation, run),
    csv: () => evaluationCsv(evaluation),
    md: () => evaluationMarkdown(evaluation),
    junit: () => junit(report()),
    sarif: () => sarif(report()),
  })
  for (const { rule, isKnown } of rules)
    if (!isKnown(evaluation))
      run.note(`${rule} cannot be computed, so it counts as met: there is nothing to take a share of.`)
  run.close(gate)
}

async function evaluateFiles(run: Run, options: EvaluateOptions, paths: readonly string[]): Promise<Evaluation> {
  const { namedFiles } = await import('../io/named-files.ts')
  const { readWindows } = await import('../io/read-windows.ts')
  const { requireMatched } = await import('../refusals/labels.ts')
  const { stdin } = run.io
  const files = await namedFiles(paths, options.windows)
  const labels = options.windows === undefined ? undefined : await readWindows(options.windows, stdin)
  const { windows, unused } = requireMatched(
    files.map(({ name }) => name),
    labels ?? { name: '', byFile: new Map() },
  )
  if (options.train !== undefined) {
    const { runOnFiles } = await import('./run-on-files.ts')
    const { evaluateRuns } = await import('../evaluate/evaluate-runs.ts')
    const settings = { modelType: options.modelType ?? 'Holistic', ...readParameters(options) }
    const { runs, training, remarks } = await runOnFiles(options.train, files, windows, settings, stdin)
    return { ...evaluateRuns(runs, settings, training), remarks, unusedLabels: unused }
  }
  const { readLabelledScores } = await import('./read-scores.ts')
  const parts = []
  for (const [index, file] of files.entries()) parts.push(...(await readLabelledScores(file, windows[index]!, stdin)))
  const flagged = parts.flatMap(({ flags, ...part }) => (flags === undefined ? [] : [{ ...part, flags }]))
  if (options.threshold === undefined && flagged.length === parts.length) {
    const { evaluateFlags } = await import('../evaluate/evaluate-flags.ts')
    return { ...evaluateFlags(flagged), remarks: [], unusedLabels: unused }
  }
  const { evaluateScores } = await import('../evaluate/evaluate-scores.ts')
  return { ...evaluateScores(parts, options.threshold ?? ALARM), remarks: [], unusedLabels: unused }
}

function unusedRemark([first, ...more]: readonly string[]): string {
  if (first === undefined) return ''
  const others = more.length > 0 ? ` and of ${counted(more.length, 'other file')}` : ''
  return `The windows of ${first}${others} were not used: no such file is evaluated.`
}

function requireOptions(options: EvaluateOptions, paths: readonly string[]): void {
  const { train, modelType, pvalue, cvalue, windows, failOn = [] } = options
  const given = Object.entries({ '--model-type': modelType, '--pvalue': pvalue, '--cvalue': cvalue })
  const [lonely] = given.find(([, value]) => value !== undefined) ?? []
  if (train === undefined && lonely !== undefined)
    throw new UsageError(`${lonely} is about a model`, 'Give --train with the table to train on.')
  requireOneStdin([...paths, windows, train])
  const [rule] = failOn.filter((one) => !one.rule.startsWith('false-alarms'))
  if (windows === undefined && rule)
    throw new UsageError(`--fail-on ${rule.rule} needs windows`, 'Give --windows with the labelled windows.')
  const ofScores = train === undefined ? undefined : failOn.find((one) => one.rule.startsWith('nab'))
  if (ofScores)
    throw new UsageError(
      `--fail-on ${ofScores.rule} is about scores, and --train evaluates a model`,
      'A model has precision, recall, f1 and false-alarms.',
    )
  requireParameters({ modelType, pvalue, cvalue })
}

function anyNumber(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}
