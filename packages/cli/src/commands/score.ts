import { resolve } from 'node:path'
import type { StreamSize } from '@omen/engine'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { CSV_LIMITS } from '../csv-limits.ts'
import { parseFailOnScore } from '../fail-on/fail-on-score.ts'
import { checkRules, type FailOnRule } from '../fail-on/gate.ts'
import { type EndSignal, InterruptedError, UsageError } from '../failures.ts'
import { nameOf } from '../io/read-bytes.ts'
import { readLines } from '../io/read-lines.ts'
import { replaceFile } from '../io/replace-file.ts'
import { writeRows } from '../io/write-rows.ts'
import {
  addOutputOptions,
  addParameterOptions,
  failOnOption,
  modelTypeOption,
  repeatedText,
  requireParameters,
  seasonZoneOption,
} from '../options.ts'
import { loadDetectors } from '../refusals/detector-state.ts'
import { tableFailure } from '../refusals/table-failure.ts'
import { scoreReport } from '../render/gate-reports.ts'
import { junit } from '../render/junit.ts'
import { sarif } from '../render/sarif.ts'
import { scoreRemarks } from '../render/score-remarks.ts'
import type { ScoreTally } from '../results/score-tally.ts'
import { createScoreTally } from '../score/count-score.ts'
import { createDetectorRegistry } from '../score/detector-registry.ts'
import { scoreRows } from '../score/score-rows.ts'
import type { ScoreTrainedOptions } from './score-trained.ts'

interface ScoreOptions extends Partial<ScoreTrainedOptions> {
  size?: StreamSize
  state?: string
  timeZone?: string
  failOn?: FailOnRule<ScoreTally>[]
}

/** `omen score` */
export function score(cli: Cli): Command {
  const command = describeCommand('score', {
    summary: 'score every row of a table as it arrives, or with a model trained for it, without a server',
    description:
      'Gives each value an anomaly score from 0 to 1 based on the values before it; 0.5 is an alarm, and an ongoing ' +
      'incident raises another alarm only when it grows. The table is "timestamp,value", or has a column per series; ' +
      'times, in a column called "timestamp", "time", "date" or the like, are ISO 8601, other dates or epoch seconds to nanoseconds; ".gz" is unpacked. The output has timestamp, value and anomaly_score, ' +
      'one row per row of the file in the same order; with several series there is a row for each of them, named in ' +
      '"series". Missing values and rows that cannot be read score 0. The first few dozen rows only train the detector. ' +
      'Memory use does not grow with the table. With --train a model is trained instead, on the first rows of the table or ' +
      'on another one, and evaluates all series together: the output has timestamp, anomaly_score (0.5 where the ' +
      'probability is 1 - pvalue), probability, and flagged, 1 in a period that the model reports. Training rows are not flagged.',
    examples: [
      { run: 'omen score cpu.csv --out scores.csv', does: 'writes a row for each row' },
      {
        run: 'mkdir -p scores; for f in data/*.csv; do omen score "$f" --out "scores/$(basename "$f")"; done',
        does: 'a folder of files',
      },
      {
        run: 'zcat day.csv.gz | omen score - --fail-on "score>=0.5" > scores.csv',
        does: 'fails a build on an alarm, with 3',
      },
      {
        run: 'omen score new-rows.csv --state cpu.state',
        does: 'resumes from the state of the last run',
      },
      {
        run: 'omen score valve.csv --train 400 --model-type Hybrid --ignore anomaly --ignore changepoint --out scores.csv',
        does: 'trains on the first 400 rows without the labels, and flags the others',
      },
      {
        run: 'omen score today.csv --train quiet-week.csv --pvalue 0.999 --cvalue 3 > scores.csv',
        does: 'trains on another table with the same columns',
      },
    ],
  })
    .argument('<file>', 'a table, or "-" for standard input')
    .addOption(
      new Option('--size <size>', 'memory of a series: about 17, 24 or 60 kB (default: standard)').choices([
        'small',
        'standard',
        'large',
      ]),
    )
    .addOption(seasonZoneOption())
    .option('--state <file>', 'resume from the detectors in this file if it exists, and save them to it')
    .option('--ignore <column>', 'leave a column out, such as one of labels; may be repeated', repeatedText)
    .option('--train <rows or file>', 'train a model on so many first rows, or on this table, and score with it')
    .addOption(modelTypeOption('type of the model of --train (default: Holistic)'))
    .addOption(failOnOption('score>=N, score>N, alarms>=N or any', parseFailOnScore))
  return addOutputOptions(addParameterOptions(command), ['csv', 'json', 'junit', 'sarif']).action(
    act<ScoreOptions>(cli, async (run, options, [path = '-']) => {
      const { train, ...rest } = options
      requireOptions(run, options)
      if (train === undefined) return runScore(run, options, path)
      const { runScoreTrained } = await import('./score-trained.ts')
      return runScoreTrained(run, { ...rest, train }, path)
    }),
  )
}

/** Throws for an option that belongs to the other way of scoring. */
function requireOptions({ file, format }: Run, options: ScoreOptions): void {
  const { train, modelType, pvalue, cvalue, size, state, failOn } = options
  const ofModel = { '--model-type': modelType, '--pvalue': pvalue, '--cvalue': cvalue }
  const ofStream = { '--size': size, '--state': state, '--fail-on': failOn }
  const given = Object.entries(train === undefined ? ofModel : ofStream).find(([, value]) => value !== undefined)
  if (given !== undefined && train === undefined)
    throw new UsageError(`${given[0]} is about a model`, 'Give --train with rows, or with a table to train on.')
  if (given !== undefined) throw new UsageError(`${given[0]} is about scores without a model`, 'Leave --train out.')
  if (state !== undefined && file !== undefined && resolve(state) === resolve(file.path))
    throw new UsageError(`--out ${file.path}: the state would be written over the scores`, 'Name another file.')
  const report = [file?.format, format].find((one) => one === 'junit' || one === 'sarif')
  if (train !== undefined && report !== undefined)
    throw new UsageError(`--format ${report} is about scores without a model`, 'With --train there are csv and json.')
  requireParameters({ modelType, pvalue, cvalue })
}

async function runScore(run: Run, options: ScoreOptions, path: string): Promise<void> {
  const { size, state, timeZone, failOn, ignore: ignored = [] } = options
  const registry =
    state === undefined
      ? createDetectorRegistry(size ?? 'standard', timeZone)
      : await loadDetectors(state, { size, timeZone })
  const tally = createScoreTally()
  const stop = new AbortController()
  let signal: EndSignal | undefined
  const end = (by: EndSignal | undefined) => {
    signal = by
    stop.abort()
    if (path === '-') run.io.stdin.destroy()
  }
  // Reading stops, so that the state is saved for the rows already written.
  const release = state === undefined ? () => undefined : run.io.onInterrupt(end)
  try {
    const lines = readLines(path, run.io.stdin, CSV_LIMITS.maxLineBytes)
    const mayStop = failOn === undefined && state === undefined
    const rows = scoreRows(lines, { registry, tally, ignored, stop: stop.signal, mayHoldNoNumber: false })
    await writeRows(run, rows, {
      mayStop,
      inPlace: path === '-',
    })
    if (state !== undefined && tally.rows > 0) replaceFile(state, registry.save())
  } catch (error) {
    throw tableFailure(nameOf(path), error)
  } finally {
    release()
  }
  run.note(scoreRemarks(nameOf(path), tally))
  if (stop.signal.aborted)
    throw new InterruptedError('Stopped', 'The state was saved: the next run can resume from it.', signal)
  const gate = checkRules(failOn, tally)
  const report = () => scoreReport(path, tally, gate)
  run.result(
    {
      success: true,
      ...tally,
      size: registry.size,
      timeZone: registry.timeZone,
      out: run.file?.path,
      state,
      failOn: gate,
    },
    { junit: () => junit(report()), sarif: () => sarif(report()) },
  )
  run.close(gate)
}
