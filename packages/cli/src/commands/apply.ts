import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Omen, TransportError } from '@omen/sdk'
import type { Command } from 'commander'
import type { OmenConfig } from '../as-code/config.ts'
import { makePlan } from '../as-code/make-plan.ts'
import type { PlanStep } from '../as-code/plan.ts'
import { readConfig } from '../as-code/read-config.ts'
import { renderApplied, renderPlan, titleOf } from '../as-code/render-plan.ts'
import type { SecretSource } from '../as-code/resolve-secrets.ts'
import { createsSecret, runStep, type StepResult } from '../as-code/run-plan.ts'
import { createSecretsFile, remedyFor, type SecretsFile } from '../as-code/secrets-file.ts'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import { nameOf } from '../io/read-bytes.ts'
import { requireYes } from '../io/require-yes.ts'
import { counted } from '../render/figures.ts'
import { reportOf } from '../report-error.ts'

interface ApplyOptions {
  file: string
  check?: boolean
  prune?: boolean
  yes?: boolean
  secretsOut?: string
}

/** `omen apply` */
export function apply(cli: Cli): Command {
  return describeCommand('apply', {
    summary: 'make projects, settings, integrations, members and report schedules as a file says',
    description:
      'Compares a file with the server, shows what differs, and changes that. What the file does not name stays as it is. Secrets never stand in the file: they are taken from the environment or from files of their own. Secrets that are created on the way, the ingest key of a project that is sent its data and the signing secret of a webhook, are never printed: --secrets-out names a new file for them, readable for you alone, a JSON object a line. Without it such a plan is not applied. Applied again, nothing changes.',
    examples: [
      { run: 'omen apply -f omen.yaml', does: 'shows the plan and asks' },
      { run: 'omen apply -f omen.yaml --check', does: 'only shows the plan; exits with 3 where something differs' },
      { run: 'DD_API_KEY=… omen apply -f omen.yaml --yes', does: 'in a pipeline' },
      { run: 'omen apply -f omen.yaml --yes --secrets-out new.jsonl', does: 'where ingest keys are created' },
      { run: 'omen apply -f omen.yaml --prune', does: 'removes what the file does not name, with its data' },
      { run: 'omen export > omen.yaml', does: 'writes such a file of what there is' },
    ],
  })
    .option('-f, --file <path>', 'the file; - for standard input', 'omen.yaml')
    .option('--check', 'change nothing; exit with 3 where something differs')
    .option('--prune', 'remove projects, integrations and report schedules that the file does not name')
    .option('-y, --yes', 'do not ask')
    .option('--secrets-out <file>', 'write secrets that are created into this new file')
    .action(act<ApplyOptions>(cli, runApply))
}

async function runApply(
  run: Run,
  { file, check = false, prune = false, yes, secretsOut }: ApplyOptions,
): Promise<void> {
  if (secretsOut !== undefined && run.file && resolve(run.file.path) === resolve(secretsOut))
    throw new UsageError('--out and --secrets-out name the same file', 'The result would replace the secrets.')
  const config = await readFileOf(run, file)
  const omen = await run.omen()
  const source = { env: run.io.env, configPath: nameOf(file) }
  const { steps, notes } = await makePlan(omen, config, { ...source, prune })
  for (const note of notes) run.note(note)
  const planned = steps.map(describeStep)
  const creating = steps.filter(createsSecret)
  if (check || steps.length === 0) {
    run.result({ success: true, applied: false, steps: planned, notes }, () => renderPlan(steps, run.paint))
    if (creating.length > 0) run.note(creationSentence(creating))
    if (check && steps.length > 0) run.exitWith(EXIT_CODE.anomalies)
    return
  }
  if (!run.json) run.io.stderr.write(`${renderPlan(steps, run.paint)}\n\n`)
  const secrets = openSecrets(creating, secretsOut)
  try {
    await requireYes(run, yes, questionOf(steps), 'Applying needs confirmation')
    await runSteps(run, { omen, steps, source, secrets })
  } finally {
    secrets?.close()
  }
}

/** The file for the secrets of these steps, which is created before anything is changed; undefined if none creates one. */
function openSecrets(creating: readonly PlanStep[], path: string | undefined): SecretsFile | undefined {
  if (creating.length === 0) return undefined
  if (path !== undefined) return createSecretsFile(path)
  throw new UsageError(
    `Nothing was changed. This plan creates ${counted(creating.length, 'secret')}, which ${creating.length === 1 ? 'is' : 'are'} never printed: ${creating.map(titleOf).join(', ')}`,
    'Give --secrets-out FILE, a new file for them.',
  )
}

function creationSentence(creating: readonly PlanStep[]): string {
  return `Applying creates ${counted(creating.length, 'secret')} (${creating.map(titleOf).join(', ')}): it needs --secrets-out FILE.`
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
  readonly secrets: SecretsFile | undefined
}

/** A secret is written before the next step: that step may fail, and applying again would not create the secret again. */
async function runSteps(run: Run, { omen, steps, source, secrets }: Running): Promise<void> {
  const done: StepResult[] = []
  const toResult = (success: boolean) => ({
    success,
    applied: true,
    steps: done.map(({ step, secret: _, ...shown }) => ({ ...describeStep(step), ...shown })),
    ...(secrets && { secretsOut: secrets.path }),
  })
  for (const step of steps) {
    try {
      const result = await runStep(omen, step, source)
      done.push(result)
      if (result.secret) secrets?.add(step, result.secret)
      run.note(`Done: ${titleOf(step)}${result.secret ? `, its secret is in ${secrets?.path}` : ''}`)
      if (result.unknownMembers) run.note(unknownSentence(step, result.unknownMembers))
    } catch (error) {
      if (run.json && done.length > 0) run.result(toResult(false), () => '')
      throw stoppedAt(step, done.length, steps.length, error)
    }
  }
  run.result(toResult(true), () => renderApplied(steps))
  if (done.some(({ unknownMembers }) => unknownMembers)) run.exitWith(EXIT_CODE.partlyFailed)
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
      code: 'NO_FILE',
      exit: EXIT_CODE.usage,
      cause: error,
      hint: 'Name one with -f, or write one with "omen export > omen.yaml".',
    })
  }
}

/** What was done before stays: applying again goes on from there. */
function stoppedAt(step: PlanStep, done: number, total: number, error: unknown): CliError {
  const { code, message, details, hint, exitCode: exit } = reportOf(error)
  const isUnknown = error instanceof TransportError && createsSecret(step)
  const lost = isUnknown ? ` If the server did this step nevertheless, its secret is lost. ${remedyFor(step)}` : ''
  const why = `${done} of ${total} steps are done. Applied again, it goes on from there.${lost}`
  return new CliError(`${titleOf(step)}: ${message}`, {
    code,
    exit: done > 0 ? EXIT_CODE.partlyFailed : exit,
    cause: error,
    hint: hint ? `${hint} ${why}` : why,
    details: details ?? [],
  })
}

function describeStep(step: PlanStep) {
  return { action: step.action, title: titleOf(step), differences: step.differences }
}
