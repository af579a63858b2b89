import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Omen } from '@omen/sdk'
import type { Command } from 'commander'
import type { OmenConfig } from '../as-code/config.ts'
import { makePlan } from '../as-code/make-plan.ts'
import type { PlanStep } from '../as-code/plan.ts'
import { readConfig } from '../as-code/read-config.ts'
import { renderApplied, renderPlan, titleOf } from '../as-code/render-plan.ts'
import type { SecretSource } from '../as-code/resolve-secrets.ts'
import { runStep, type StepResult } from '../as-code/run-plan.ts'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { nameOf } from '../io/read-bytes.ts'
import { requireYes } from '../io/require-yes.ts'
import { counted } from '../render/figures.ts'
import { reportOf } from '../report-error.ts'

interface ApplyOptions {
  file: string
  check?: boolean
  prune?: boolean
  yes?: boolean
}

/** `omen apply` */
export function apply(cli: Cli): Command {
  return describeCommand('apply', {
    summary: 'make projects, settings, integrations, members and report schedules as a file says',
    description:
      'Compares a file with the server, shows what differs, and changes that. What the file does not name stays as it is. Secrets never stand in the file: they are taken from the environment or from files of their own. Applied again, nothing changes.',
    examples: [
      { run: 'omen apply -f omen.yaml', does: 'shows the plan and asks' },
      { run: 'omen apply -f omen.yaml --check', does: 'only shows the plan; exits with 3 where something differs' },
      { run: 'DD_API_KEY=… omen apply -f omen.yaml --yes', does: 'in a pipeline' },
      { run: 'omen apply -f omen.yaml --prune', does: 'removes what the file does not name, with its data' },
      { run: 'omen export > omen.yaml', does: 'writes such a file of what there is' },
    ],
  })
    .option('-f, --file <path>', 'the file; - for standard input', 'omen.yaml')
    .option('--check', 'change nothing; exit with 3 where something differs')
    .option('--prune', 'remove projects, integrations and report schedules that the file does not name')
    .option('-y, --yes', 'do not ask')
    .action(act<ApplyOptions>(cli, runApply))
}

async function runApply(run: Run, { file, check = false, prune = false, yes }: ApplyOptions): Promise<void> {
  const config = await readFileOf(run, file)
  const omen = await run.omen()
  const source = { env: run.io.env, configPath: nameOf(file) }
  const { steps, notes } = await makePlan(omen, config, { ...source, prune })
  for (const note of notes) run.note(note)
  const planned = steps.map(describeStep)
  if (check || steps.length === 0) {
    run.result({ success: true, applied: false, steps: planned, notes }, () => renderPlan(steps, run.paint))
    if (check && steps.length > 0) run.exitWith(exitCode.anomalies)
    return
  }
  if (!run.json) run.io.stderr.write(`${renderPlan(steps, run.paint)}\n\n`)
  await requireYes(run, yes, questionOf(steps), 'Applying needs confirmation')
  await runSteps(run, { omen, steps, source })
}

function questionOf(steps: readonly PlanStep[]): string {
  const removed = steps.filter(({ action }) => action === 'removeProject').length
  if (removed === 0) return 'Apply this?'
  return `Apply this, and remove ${counted(removed, 'project')} with all data?`
}

interface Running {
  readonly omen: Omen
  readonly steps: readonly PlanStep[]
  readonly source: SecretSource
}

/** What is shown once is shown at once: a later step may fail, and applying again would not make it anew. */
async function runSteps(run: Run, { omen, steps, source }: Running): Promise<void> {
  const done: StepResult[] = []
  const toResult = (success: boolean) => ({
    ...{ success, applied: true },
    steps: done.map(({ step, ...shown }) => ({ ...describeStep(step), ...shown })),
  })
  for (const step of steps) {
    try {
      const result = await runStep(omen, step, source)
      done.push(result)
      for (const line of secretsOf(result)) if (!run.json) run.io.stdout.write(`${line}\n`)
      run.note(`Done: ${titleOf(step)}`)
      if (result.unknownMembers) run.note(unknownSentence(step, result.unknownMembers))
    } catch (error) {
      if (run.json && done.length > 0) run.result(toResult(false), () => '')
      throw stoppedAt(step, done.length, steps.length, error)
    }
  }
  run.result(toResult(true), () => renderApplied(steps))
  if (done.some(({ unknownMembers }) => unknownMembers)) run.exitWith(exitCode.partlyFailed)
}

function secretsOf({ step, secret, signingSecret }: StepResult): string[] {
  return [
    ...(secret ? [`${titleOf(step)}: its ingest key, not shown again: ${secret}`] : []),
    ...(signingSecret ? [`${titleOf(step)}: its bodies are signed with, not shown again: ${signingSecret}`] : []),
  ]
}

function unknownSentence(step: PlanStep, names: readonly string[]): string {
  const [are, were] = names.length === 1 ? ['is no account', 'it was'] : ['are no accounts', 'they were']
  return `${titleOf(step)}: there ${are} ${names.join(', ')}; ${were} left out.`
}

async function readFileOf({ io }: Pick<Run, 'io'>, path: string): Promise<OmenConfig> {
  if (path === '-') return readConfig(await text(io.stdin), nameOf(path))
  try {
    return readConfig(await readFile(path, 'utf8'), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new CliError(`There is no file ${path}`, {
      ...{ code: 'NO_FILE', exit: exitCode.usage, cause: error },
      hint: 'Name one with -f, or write one with "omen export > omen.yaml".',
    })
  }
}

/** What was done before stays: applying again goes on from there. */
function stoppedAt(step: PlanStep, done: number, total: number, error: unknown): CliError {
  const { code, message, details, hint, exitCode: exit } = reportOf(error)
  const why = `${done} of ${total} steps are done. Applied again, it goes on from there.`
  return new CliError(`${titleOf(step)}: ${message}`, {
    ...{ code, exit: done > 0 ? exitCode.partlyFailed : exit, cause: error },
    ...{ hint: hint ? `${hint} ${why}` : why, details: details ?? [] },
  })
}

function describeStep(step: PlanStep) {
  return { action: step.action, title: titleOf(step), differences: step.differences }
}
