import type { Omen, RolloutFinding } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { parseFailOnRollout } from '../fail-on/fail-on-rollout.ts'
import { checkRules, type FailOnRule } from '../fail-on/gate.ts'
import { CliError, UsageError } from '../failures.ts'
import { parseTime } from '../io/parse-time.ts'
import { addOutputOptions, durationMs, failOnOption, languageOption } from '../options.ts'
import { counted } from '../render/figures.ts'
import { rolloutReport } from '../render/gate-reports.ts'
import { junit } from '../render/junit.ts'
import { plain } from '../render/plain.ts'
import { findSource, sourceOf } from './compared-source.ts'
import { listOf, weeks, windowMs } from './rollout-options.ts'

/** Durations are milliseconds. */
interface CheckOptions {
  project?: string
  detection?: string
  file?: string
  metric?: string[]
  group?: string
  at?: string
  before?: number
  after?: number
  settle?: number
  treated?: string[]
  control?: string[]
  earlierWeeks?: number
  badUp?: string[]
  badDown?: string[]
  failOn?: FailOnRule<readonly Pick<RolloutFinding, 'verdict' | 'metric'>[]>[]
}

/** `omen rollout check` */
export function rolloutCheck(cli: Cli): Command {
  const command = describeCommand('check', {
    summary: 'check a rollout by the samples of a project',
    description:
      'Compares every metric of a project before and after a rollout: the last deployment that was reported (omen events post), ' +
      'or --at. What instances without the rollout did at the same time is subtracted, or else what the same hours of ' +
      'earlier weeks (or days) were like. Exits with 3 where --fail-on is met. Not enough data is no failure by itself: ' +
      '--fail-on insufficient makes it one, and --json has it as the verdict "insufficient". Windows should hold about ' +
      '360 values.',
    examples: [
      {
        run: 'omen rollout check --project shop --fail-on worse',
        does: 'the last deployment reported; exits with 3 if worse',
      },
      {
        run: 'omen rollout check --project shop --at 2026-11-20T10:42Z --after 30m --treated canary1,canary2',
        does: 'a canary against all other instances',
      },
      {
        run: 'omen rollout check --project shop --at "2026-11-20 10:42" --fail-on worse --fail-on insufficient',
        does: 'a gate that also fails where nothing can be said',
      },
    ],
  })
  command
    .option('--project <name>', 'name, or name@owner')
    .option('--file <name>', 'an uploaded file in place of a project: its name or handle')
    .option('--detection <id>', 'the rows of a detection in place of a project')
    .option('--metric <names>', 'only these metrics, with commas', listOf)
    .option('--group <name>', 'only series of this group')
    .option(
      '--at <time>',
      'when it was: epoch ms or ISO 8601; without a zone, local time (default: the last deployment reported)',
    )
    .option(
      '--before <duration>',
      'how long before counts (default: a day with controls, else as long as after)',
      windowMs,
    )
    .option('--after <duration>', 'how long after counts (default: until the latest sample, at most a day)', windowMs)
    .option('--settle <duration>', 'how long after it is left out, while things start', durationMs)
    .option(
      '--treated <instances>',
      'instances that it reached, with commas (default: those of the deployment, or all)',
      listOf,
    )
    .option(
      '--control <instances>',
      'instances to compare with (default: all others, where --treated is given)',
      listOf,
    )
    .addOption(
      new Option('--earlier-weeks <n>', 'earlier weeks to compare with, or days: at most 4 (default: 4)').argParser(
        weeks,
      ),
    )
    .option('--bad-up <metrics>', 'metrics that are worse when they rise, with commas', listOf)
    .option('--bad-down <metrics>', 'metrics that are worse when they fall, with commas', listOf)
    .addOption(failOnOption('worse, changed, insufficient (each stricter), any or worse>=N', parseFailOnRollout))
    .addOption(languageOption())
  return addOutputOptions(command, ['text', 'json', 'csv', 'junit']).action(act<CheckOptions>(cli, runCheck))
}

/** Where there is no metric at all, that is what rules compare. */
const NO_METRIC = [{ metric: 'no metric', verdict: 'insufficient' }] as const

async function runCheck(run: Run, options: CheckOptions): Promise<void> {
  const { project, file, detection, metric, group, failOn } = options
  const source = sourceOf(project, {
    ...(file !== undefined && { file }),
    ...(detection !== undefined && { detection }),
    ...(metric !== undefined && { metric }),
    ...(group !== undefined && { group }),
  })
  const at = options.at === undefined ? undefined : parseTime('--at', options.at, run.io.timeZone)
  const omen = await run.omen()
  const deployment = at === undefined ? await lastDeployment(omen, source.projectName) : undefined
  const { before, after, settle, control, earlierWeeks, badUp, badDown } = options
  const named = deployment !== undefined && deployment.instances.length > 0 ? deployment.instances : undefined
  const treated = options.treated ?? (control === undefined ? named : undefined)
  const checked = await omen.comparisons.rollout({
    ...(await findSource(omen, source)),
    at: at ?? deployment!.at,
    before,
    after,
    settle,
    instances: treated,
    control,
    earlierWeeks,
    badUp,
    badDown,
    buckets: 1,
  })
  const { checkCsv, checkJson, renderCheck } = await import('../render/rollout-check.ts')
  if (deployment) run.note(`The deployment "${plain(deployment.title)}" of ${new Date(deployment.at).toISOString()}.`)
  const gate = checkRules(failOn, checked.findings.length > 0 ? checked.findings : NO_METRIC)
  const name = project ?? file ?? detection ?? ''
  run.result(
    { success: true, ...checkJson(checked), out: run.file?.path, failOn: gate },
    {
      text: () => renderCheck(checked, run),
      csv: () => checkCsv(checked),
      junit: () => junit(rolloutReport(name, checked.findings, gate, 'omen rollout check')),
    },
  )
  if (run.file) run.note(`${counted(checked.findings.length, 'metric')} in ${run.file.path}. ${checked.sentence}`)
  run.close(gate)
}

async function lastDeployment(omen: Omen, projectName: string | undefined) {
  if (projectName === undefined)
    throw new UsageError('--at is missing', 'A file knows of no deployments: say when it was.')
  const { items } = await omen.events.list({ projectName, kind: 'deployment', pageSize: 1 })
  const [last] = items
  if (last === undefined)
    throw new CliError('no deployment of this project was reported', {
      code: 'NOT_FOUND',
      exit: EXIT_CODE.failed,
      hint: 'Say when it was by --at, or report deployments as they happen: omen events post --help',
    })
  return { at: last.at, title: last.title, instances: last.instances ?? [] }
}
