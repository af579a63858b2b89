import { writeFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import type { FailingVerdict, RolloutQuestion } from '../detect/judge-rollout.ts'
import { exitCode } from '../exit-code.ts'
import { parseTime } from '../io/parse-time.ts'
import { durationMs } from '../options.ts'
import { counted } from '../render/figures.ts'

interface RolloutOptions extends RolloutQuestion {
  at: string
  out?: string
  failOn?: FailingVerdict
}

/** `omen rollout` */
export function rollout(cli: Cli): Command {
  return describeCommand('rollout', {
    summary: 'say whether a rollout made things worse, without a server',
    description:
      'Compares every metric before and after a rollout: by how much it shifted, how the values are ordered, and how the ' +
      'distributions differ, allowing for values that resemble their neighbours and for the number of metrics. What instances ' +
      'that the rollout did not reach did at the same time is taken away, or else the same hours of earlier weeks (or days), where the ' +
      'file reaches back. Whether more is worse is told by the name of the metric: latency and errors up, hits and success down. ' +
      'Windows should hold some 360 values: where they could not have shown a shift of one deviation, it is said.',
    examples: [
      {
        run: 'omen rollout day.csv --at "2026-11-20 10:42" --fail-on worse',
        does: 'a gate of a pipeline: 3 means worse',
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
    .option('-o, --out <file>', 'write the table as CSV into a file')
    .addOption(
      new Option(
        '--fail-on <verdict>',
        'leave with 3 if a metric is worse, or changed, or even if too little is known',
      ).choices(['worse', 'changed', 'insufficient']),
    )
    .action(act<RolloutOptions>(cli, runRollout))
}

function windowMs(text: string): number {
  const ms = durationMs(text)
  if (ms <= 0) throw new InvalidArgumentError('It must be longer than 0.')
  return ms
}

function listOf(text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0) throw new InvalidArgumentError('Write names with commas between them.')
  return names
}

function weeks(text: string): number {
  if (!/^[0-4]$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 to 4.')
  return Number(text)
}

async function runRollout(run: Run, options: RolloutOptions, [path = '-']: string[]): Promise<void> {
  const { out, failOn } = options
  const at = parseTime('--at', options.at, run.io.timeZone)
  const { readFrame } = await import('../io/read-frame.ts')
  const { isFailing, judgeRollout } = await import('../detect/judge-rollout.ts')
  const { frameRemarks } = await import('../render/frame-remarks.ts')
  const { renderRollout } = await import('../render/rollout.ts')
  const { rolloutVerdict } = await import('../render/rollout-verdict.ts')
  const file = await readFrame(path, run.io.stdin)
  const judged = judgeRollout(file, at, options)
  run.note(frameRemarks(file.name, file.report))
  if (out !== undefined) {
    const { rolloutCsv } = await import('../render/rollout-csv.ts')
    await writeFile(out, rolloutCsv(judged))
    run.note(`${counted(judged.findings.length, 'metric')} in ${out}.`)
  }
  run.result({ success: true, at, ...judged, sentence: rolloutVerdict(judged), out, failOn }, () =>
    renderRollout(judged, run),
  )
  if (failOn !== undefined && judged.findings.some((finding) => isFailing(finding, failOn))) {
    run.note(`--fail-on ${failOn} is met: leaving with ${exitCode.anomalies}.`)
    run.exitWith(exitCode.anomalies)
  }
}
