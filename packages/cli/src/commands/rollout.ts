import type { RegressionDirection, Rollout, RolloutFinding } from '@omen/engine'
import type { Command } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { parseFailOnRollout } from '../fail-on/fail-on-rollout.ts'
import { checkRules, type FailOnRule } from '../fail-on/gate.ts'
import { parseTime } from '../io/parse-time.ts'
import type { FrameFile } from '../io/read-frame.ts'
import { addOutputOptions, durationMs, failOnOption } from '../options.ts'
import { counted } from '../render/figures.ts'
import { rolloutReport } from '../render/gate-reports.ts'
import { junit } from '../render/junit.ts'
import { sarif } from '../render/sarif.ts'
import { rolloutCheck } from './rollout-check.ts'
import { listOf, weeks, windowMs } from './rollout-options.ts'

/** Durations are milliseconds. */
interface RolloutOptions {
  at: string
  before?: number
  after?: number
  settle?: number
  treated?: string[]
  control?: string[]
  earlierWeeks?: number
  badUp?: string[]
  badDown?: string[]
  failOn?: FailOnRule<readonly RolloutFinding[]>[]
}

/** `omen rollout` */
export function rollout(cli: Cli): Command {
  const command = describeCommand('rollout', {
    summary: 'check whether a rollout made things worse, without a server; check one of a project',
    description:
      'Compares every metric before and after a rollout: how far it shifted, how the values rank, and how the ' +
      'distributions differ, corrected for autocorrelation and for the number of metrics. Changes that instances ' +
      'without the rollout show at the same time are subtracted; without such instances, the same hours of earlier ' +
      'weeks (or days) are used where the file reaches back. Whether higher is worse is derived from the name of the ' +
      'metric: latency and errors up, hits and success down. Windows should hold about 360 values: where a shift of one ' +
      'deviation could not have been detected, that is reported.',
    examples: [
      {
        run: 'omen rollout day.csv --at "2026-11-20 10:42" --fail-on worse',
        does: 'a gate in a pipeline: exits with 3 if worse',
      },
      { run: 'omen rollout day.csv --at 1795171320000 --treated canary1,canary2', does: 'a canary against all others' },
      {
        run: 'omen rollout month.csv --at 2026-11-20T10:42Z --after 4h --earlier-weeks 4',
        does: 'against earlier weeks',
      },
    ],
  })
    .argument('<file>', 'a table of metrics as CSV, or "-" for standard input')
    .requiredOption('--at <time>', 'when it was: epoch ms or ISO 8601; without a zone, local time')
    .option('--before <duration>', 'how long before counts (default: as long as after; with controls a day)', windowMs)
    .option('--after <duration>', 'how long after counts (default: to the end of the file, at most a day)', windowMs)
    .option('--settle <duration>', 'how long after it is left out, while things start', durationMs)
    .option('--treated <instances>', 'instances that it reached, with commas (default: all)', listOf)
    .option(
      '--control <instances>',
      'instances to compare with (default: all others, where --treated is given)',
      listOf,
    )
    .option('--earlier-weeks <n>', 'earlier weeks to compare with, or days: at most 4, 0 for none (default: 4)', weeks)
    .option('--bad-up <metrics>', 'metrics that are worse when they rise, with commas', listOf)
    .option('--bad-down <metrics>', 'metrics that are worse when they fall, with commas', listOf)
    .addOption(failOnOption('worse, changed, insufficient (each stricter), any or worse>=N', parseFailOnRollout))
  command.addCommand(rolloutCheck(cli))
  return addOutputOptions(command, ['text', 'json', 'csv', 'junit', 'sarif']).action(
    act<RolloutOptions>(cli, runRollout),
  )
}

async function runRollout(run: Run, options: RolloutOptions, [path = '-']: string[]): Promise<void> {
  const at = parseTime('--at', options.at, run.io.timeZone)
  const { readFrame } = await import('../io/read-frame.ts')
  const { frameRemarks } = await import('../render/frame-remarks.ts')
  const { renderRollout } = await import('../render/rollout.ts')
  const { rolloutVerdict } = await import('../render/rollout-verdict.ts')
  const file = await readFrame(path, run.io.stdin)
  const comparison = await compareAt(file, at, options)
  run.note(frameRemarks(file.name, file.report))
  const { rolloutCsv } = await import('../render/rollout-csv.ts')
  const gate = checkRules(options.failOn, comparison.findings)
  const report = () => rolloutReport(path, comparison.findings, gate)
  const sentence = rolloutVerdict(comparison)
  run.result(
    { success: true, at, ...comparison, sentence, out: run.file?.path, failOn: gate },
    {
      text: () => renderRollout(comparison, run),
      csv: () => rolloutCsv(comparison),
      junit: () => junit(report()),
      sarif: () => sarif(report()),
    },
  )
  if (run.file) run.note(`${counted(comparison.findings.length, 'metric')} in ${run.file.path}. ${sentence}`)
  run.close(gate)
}

async function compareAt(file: FrameFile, at: number, options: RolloutOptions): Promise<Rollout> {
  const { checkRollout, divideInstances } = await import('@omen/engine/rollout')
  const { requireDivided, requireMetrics, requireTimeWithin } = await import('../refusals/rollout.ts')
  const { before, after, settle, earlierWeeks, badUp = [], badDown = [] } = options
  requireTimeWithin(file, at)
  requireMetrics(file.frame, [...badUp, ...badDown])
  const { frame, treated } = requireDivided(divideInstances(file.frame, options))
  return checkRollout(frame, {
    at,
    ...(treated !== undefined && { instances: treated }),
    ...(before !== undefined && { beforeMs: before }),
    ...(after !== undefined && { afterMs: after }),
    ...(settle !== undefined && { settleMs: settle }),
    ...(earlierWeeks !== undefined && { earlierWeeks }),
    regressionDirections: Object.fromEntries([
      ...badUp.map((metric): [string, RegressionDirection] => [metric, 'up']),
      ...badDown.map((metric): [string, RegressionDirection] => [metric, 'down']),
    ]),
  })
}
