import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import type { InputFile } from '../io/input-files.ts'
import type { Progress, ProgressItem } from '../io/progress.ts'
import { counted } from '../render/figures.ts'
import { reportOf } from '../report-error.ts'
import type { Outcome } from '../results/outcome.ts'
import { groupsOf, modelOf, nameOf } from './plan.ts'
import { type Sending, sendFile } from './send-file.ts'

/** Failures that would affect every other file too: continuing would only repeat them. */
const FATAL: readonly ExitCode[] = [
  ...[EXIT_CODE.notSignedIn, EXIT_CODE.tryAgain, EXIT_CODE.interrupted, EXIT_CODE.terminated],
]

/** Sends files, `parallel` groups at a time; a file that fails does not stop the others. */
export async function runBulk(
  sending: Sending,
  files: readonly InputFile[],
  parallel: number,
  progress: Progress,
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>()
  const groups = groupsOf(files, sending.plan)
  const take = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) await sendGroup(sending, group, outcomes, progress)
  }
  try {
    await Promise.all(Array.from({ length: Math.min(parallel, groups.length) }, take))
  } catch (error) {
    groups.length = 0
    if (files.length === 1) throw error
    throw withStanding(error, [...outcomes.values()], files.length)
  }
  return files.map(({ path }) => outcomes.get(path)!)
}

async function sendGroup(
  sending: Sending,
  group: readonly InputFile[],
  outcomes: Map<string, Outcome>,
  progress: Progress,
): Promise<void> {
  let isFirst = true
  for (const file of group) {
    const show = (item: ProgressItem) => progress.set(file.path, item)
    const outcome = await sendOne(sending, file, isFirst, show)
    outcomes.set(file.path, outcome)
    if (outcome.state !== 'failed') isFirst = false
    show({ name: outcome.name, ended: outcome.state === 'started' ? 'done' : outcome.state })
  }
}

async function sendOne(
  sending: Sending,
  file: InputFile,
  isFirst: boolean,
  show: (item: ProgressItem) => void,
): Promise<Outcome> {
  const { plan } = sending
  const model = plan.model === undefined ? {} : { model: modelOf(file, plan) }
  const head = { path: file.path, name: nameOf(file, plan), ...model }
  try {
    return { ...head, ...(await sendFile(sending, file, isFirst, show)) }
  } catch (error) {
    const report = reportOf(error)
    if (FATAL.includes(report.exitCode)) throw error
    return { ...head, state: 'failed', error: report }
  }
}

/** The failure that stopped the run, with the progress made so far. */
function withStanding(error: unknown, outcomes: readonly Outcome[], total: number): CliError {
  const { code, message, exitCode: exit, hint } = reportOf(error)
  const done = outcomes.filter(({ state }) => state !== 'failed').length
  const progress = `${done} of ${counted(total, 'file')} done. The same command again does the rest.`
  const hints = hint === undefined ? progress : `${progress} ${hint}`
  return new CliError(message, { code, exit, hint: hints, cause: error })
}
